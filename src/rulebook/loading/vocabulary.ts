import type { ReadingVocabulary } from '../lexicon.js';
import type { Findings } from './findings.js';

/** The reading vocabulary, gathered from the files under catalogue/reading. */
export function loadVocabulary(findings: Findings): ReadingVocabulary {
  const reading = <Key extends keyof ReadingVocabulary>(name: string) =>
    findings.value<Pick<ReadingVocabulary, Key>>(`catalogue/reading/${name}.yaml`);
  return {
    ...reading<'abbreviations'>('abbreviations'),
    ...reading<'signals'>('signals'),
    ...reading<'breakers'>('breakers'),
    ...reading<'containers'>('containers'),
    ...reading<'statements'>('statements'),
    descriptors: findings.value('catalogue/reading/descriptors.yaml'),
    ...reading<'installationHeads' | 'partWords' | 'agentEndings' | 'harmlessDespiteEnding' | 'serviceNouns'>(
      'relations',
    ),
    ...reading<'protected'>('protected'),
    ...reading<'everydayThings'>('everyday_things'),
  };
}
