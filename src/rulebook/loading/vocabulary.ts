import type { ReadingVocabulary } from '../lexicon.js';
import type { Compounds, WordLists } from './compounds.js';
import type { Findings } from './findings.js';

/** A row of signals.yaml or statements.yaml: phrases written out, and phrases made of lists of words. */
type Written<Row extends { phrases: string[] }> = Omit<Row, 'phrases'> & {
  phrases?: string[];
  compounds?: Compounds;
};

function withCompounds<Row extends { phrases: string[] }>(
  { phrases = [], compounds, ...row }: Written<Row>,
  lists: WordLists,
): Row {
  return {
    ...row,
    // Tens of thousands, which prepared rules have as tables already.
    get phrases() {
      return [...phrases, ...lists.phrasesOf(compounds)];
    },
  } as Row;
}

/** A kind of describing words: phrases written out alone, or with phrases made of lists of words. */
type WrittenKind = string[] | { phrases?: string[]; compounds: Compounds };

/** The reading vocabulary, gathered from the files under catalogue/reading. */
export function loadVocabulary(findings: Findings, lists: WordLists): ReadingVocabulary {
  const written = <Key extends 'signals' | 'statements'>(name: Key) => {
    const file = `catalogue/reading/${name}.yaml`;
    return findings.value<Record<Key, Written<ReadingVocabulary[Key][number]>[]>>(file)[name].map((row, i) => {
      lists.check(file, [name, i], row.compounds);
      return withCompounds(row, lists);
    });
  };
  const describing = () => {
    const file = 'catalogue/reading/descriptors.yaml';
    const kinds = Object.entries(findings.value<Record<string, WrittenKind>>(file));
    return Object.fromEntries(
      kinds.map(([kind, told]): [string, string[]] => {
        if (Array.isArray(told)) return [kind, told];
        lists.check(file, [kind], told.compounds);
        return [kind, [...(told.phrases ?? []), ...lists.phrasesOf(told.compounds)]];
      }),
    );
  };
  const reading = <Key extends keyof ReadingVocabulary>(name: string) =>
    findings.value<Pick<ReadingVocabulary, Key>>(`catalogue/reading/${name}.yaml`);
  return {
    ...reading<'abbreviations'>('abbreviations'),
    signals: written('signals'),
    ...reading<'breakers'>('breakers'),
    ...reading<'containers' | 'weights'>('containers'),
    statements: written('statements'),
    descriptors: describing(),
    ...reading<
      | 'installationHeads'
      | 'partWords'
      | 'looseParts'
      | 'sharedNames'
      | 'papers'
      | 'separateThings'
      | 'ownParts'
      | 'addressLabels'
      | 'placeNameEndings'
      | 'numberedPlaceNameEndings'
      | 'notInPlaceNames'
      | 'titlesOfPersons'
      | 'homeWords'
      | 'describingDeeds'
      | 'institutions'
      | 'agentEndings'
      | 'harmlessDespiteEnding'
      | 'serviceNouns'
    >('relations'),
    ...reading<'protected'>('protected'),
    ...reading<'everydayThings' | 'commands'>('everyday_things'),
  };
}
