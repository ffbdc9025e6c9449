import type { ReadingVocabulary } from '../lexicon.js';
import { compoundsOf } from './compounds.js';
import type { Findings } from './findings.js';

type Signals = ReadingVocabulary['signals'][number];
/** A row of signals.yaml: phrases written out, and phrases made of lists of words. */
type WrittenSignal = Omit<Signals, 'phrases'> & { phrases?: string[]; compounds?: string[][][] };

/** The reading vocabulary, gathered from the files under catalogue/reading. */
export function loadVocabulary(findings: Findings): ReadingVocabulary {
  const { signals } = findings.value<{ signals: WrittenSignal[] }>('catalogue/reading/signals.yaml');
  const reading = <Key extends keyof ReadingVocabulary>(name: string) =>
    findings.value<Pick<ReadingVocabulary, Key>>(`catalogue/reading/${name}.yaml`);
  return {
    ...reading<'abbreviations'>('abbreviations'),
    signals: signals.map(({ says, weight, phrases = [], compounds }) => ({
      says,
      weight,
      // Tens of thousands, which prepared rules have as tables already.
      get phrases() {
        return [...phrases, ...compoundsOf(compounds)];
      },
    })),
    ...reading<'breakers'>('breakers'),
    ...reading<'containers'>('containers'),
    ...reading<'statements'>('statements'),
    descriptors: findings.value('catalogue/reading/descriptors.yaml'),
    ...reading<
      | 'installationHeads'
      | 'partWords'
      | 'looseParts'
      | 'papers'
      | 'agentEndings'
      | 'harmlessDespiteEnding'
      | 'serviceNouns'
    >('relations'),
    ...reading<'protected'>('protected'),
    ...reading<'everydayThings'>('everyday_things'),
  };
}
