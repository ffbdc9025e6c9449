import { BREAKER, CONFIDENCE, offered, ROUTE, SIGNAL, SIGNAL_WEIGHT, valuesOf } from './closed_lists.js';
import { date, flag, list, map, mapOf, oneOf, type Schema, text } from './forms.js';
import { citations } from './law_files.js';
import type { Names } from './names.js';

const words = (description: string) => list(description);
const compounds = (description: string, { wordLists }: Names) => {
  const named = map('All words of a list of word_lists.yaml.', { use: text('Its name.', offered(wordLists)) });
  const word = { anyOf: [{ type: 'string', minLength: 1 }, named] };
  return list(
    description,
    list('Lists.', list('Words that may stand here.', word, { minItems: 1, uniqueItems: true }), { minItems: 1 }),
    { minItems: 1 },
  );
};

export function concepts(names: Names): Schema {
  const { facts, items } = names;
  const says = (description: string, more: Schema = {}) =>
    list(description, { type: 'string', minLength: 1, ...offered(names.statements) }, more);
  const question = (description: string) => text(description, offered(names.questions));
  const route = oneOf('Only on this route.', ROUTE);
  const concept = map(
    'One thing that an invoice line may be about.',
    {
      id: text('Stable key area.thing, never used again for another thing.', { pattern: '^[a-z_]+\\.[a-z0-9_]+$' }),
      label: text('How a sentence names the thing.'),
      class: oneOf('Its class, which decides the default treatment.', valuesOf(facts, 'productClass')),
      goodsAlone: oneOf(
        'May VAT properly charged on it, bought alone, be claimed? not_goods for a service.',
        valuesOf(facts, 'goodsAlone'),
      ),
      lineKind: oneOf('Treats the line apart from its class.', valuesOf(facts, 'lineKind')),
      condition: text('What must be true, or the fact to ask for; fills {condition}, so no full stop.'),
      esm: oneOf('Standing on the energy-saving list.', valuesOf(facts, 'esm', ['none'])),
      esmItem: text('Its row of zeroRateWindows in rulebook.yaml.', offered(items)),
      esmQuestion: question('Question that settles whether an installation of it is of an energy-saving material.'),
      electrical: flag('Electrical by nature, so that the words electric or automatic change nothing.'),
      standsFree: flag('Made to stand on its own too once connected, so that the word freestanding changes nothing.'),
      mayBeTheHome: flag('A farm or yard building that on a conversion may be the one that becomes the home.'),
      generic: flag('Only says the kind of thing; a thing named before it says which.'),
      becomes: list(
        'Another concept, when the line says so.',
        map(
          'A change.',
          {
            says: says('Statements that must all be there.', { minItems: 1 }),
            unless: says('Statements that must not be there.'),
            concept: text('Id of the concept it then is.'),
          },
          ['unless'],
        ),
      ),
      knownBeside: list(
        'Things that show its kind where they are listed with it: of a generic one anywhere, of another only in a price for works.',
        text('Id of a concept.'),
      ),
      belowZero: text('Id of the concept it is on a line below zero.'),
      takesIn: list('Works that are a part of it where both are named.', text('Id of a concept.')),
      acceptedFrom: date(
        'HMRC accepts it as a building material for supplies from this day; earlier ones are asked about.',
      ),
      question: question('Question to ask when goodsAlone is ask or part.'),
      settledBy: list(
        'Statements of the line that answer the question.',
        map(
          'A settlement.',
          {
            says: says('Statements that must all be there.', { minItems: 1 }),
            unless: says('Statements that must not be there.'),
            goodsAlone: oneOf('The answer they give.', valuesOf(facts, 'goodsAlone', ['part', 'ask', 'not_goods'])),
            route,
          },
          ['unless', 'route'],
        ),
      ),
      onRoute: map(
        'One route differs.',
        {
          route,
          goodsAlone: oneOf(
            'Whether it may be claimed there.',
            valuesOf(facts, 'goodsAlone', ['yes', 'part', 'not_goods']),
          ),
          question: question('Question to ask on that route.'),
        },
        ['question'],
      ),
      confidence: oneOf('How well the outcome is known.', [
        ...CONFIDENCE,
        ['UNCONFIRMED', 'no source settles it: it must ask (goodsAlone: ask)'],
      ]),
      citations: citations(names),
      terms: list('Words that name the thing; case, plurals and common abbreviations need no entry.', undefined, {
        minItems: 1,
        uniqueItems: true,
      }),
      compounds: compounds(
        'Terms made of one word of each list in turn ("walls", "external walls"; "plastered", "skimmed").',
        names,
      ),
      alone: words('Words that only describe beside others and by themselves name the thing (“Concrete 6m3”).'),
      toldByContents: words(
        'Terms of it that only say how things were sold; a colon, dash or bracket after them opens the list of what was (“Sundries: screws”).',
      ),
      lookalikes: map('Run as tests.', {
        are: list('Lines that must be read as this thing.', undefined, { minItems: 1 }),
        areNot: list('Lines that hold one of its words and are something else.', undefined, { minItems: 1 }),
      }),
      note: text('For specialists.'),
    },
    [
      'lineKind',
      'esm',
      'esmItem',
      'esmQuestion',
      'electrical',
      'standsFree',
      'mayBeTheHome',
      'generic',
      'knownBeside',
      'becomes',
      'belowZero',
      'takesIn',
      'acceptedFrom',
      'question',
      'settledBy',
      'onRoute',
      'compounds',
      'alone',
      'toldByContents',
      'note',
    ],
  );
  return map('What an invoice line can be, and the words that name it.', {
    concepts: list('One entry for each thing.', concept, { minItems: 1 }),
  });
}

export const signals = (names: Names): Schema =>
  map('Words that say how a thing was supplied.', {
    signals: list(
      'Signals.',
      map(
        'Phrases that say one thing with one weight.',
        {
          says: oneOf('What they say.', SIGNAL),
          weight: oneOf('How much they may decide.', SIGNAL_WEIGHT),
          phrases: list('Phrases; the longest wins.', undefined, { minItems: 1 }),
          compounds: compounds(
            'Phrases made of one word of each list in turn ("your own", "own"; "joiner"; "to fit").',
            names,
          ),
        },
        ['phrases', 'compounds'],
      ),
    ),
  });

export const breakers = (): Schema =>
  map('Words that split a line.', {
    breakers: list(
      'Breakers.',
      map('Words of one relation.', {
        relation: oneOf('What the part after the word is to the part before it.', BREAKER),
        words: list('Words.', undefined, { minItems: 1 }),
      }),
    ),
  });

export const containers = (): Schema =>
  map('Words that measure, pack or introduce a thing.', {
    containers: words('Words that are not the thing itself.'),
    weights: words('Units that, written with their number before the word of a packing, say how much goods it holds.'),
  });

export const relations = (): Schema =>
  map('How a thing relates to what it is named after.', {
    installationHeads: words("The building's own installation; stays what it is (“washing machine trap”)."),
    partWords: words('Parts and accessories; they follow the thing they are named after (“wardrobe door”).'),
    looseParts: words('Parts that follow what they are said to be for when that is refused (“cover for hot tub”).'),
    sharedNames: words(
      'Words that alone name refused goods and elsewhere a form, a packing or a part of others (“battery rack”, “rebar chair”).',
    ),
    papers: words('Drawings and orders; with a number alone they only say where the thing is (“cabinets, plan K1”).'),
    separateThings: list(
      'Things that one word names which only describes inside other names; told alone, after or beside another thing, the price is for both (“cement, mixer”).',
      map(
        'Words and what they are another thing beside.',
        {
          words: words('The words.'),
          beside: list('Concepts, or areas of the catalogue, that have no such part.', undefined, { minItems: 1 }),
          included: flag('Also where the goods are said to come with it (“tap with hose”).'),
        },
        ['included'],
      ),
    ),
    ownParts: list(
      'Words that name something else or nothing elsewhere; told alone in a list after these goods, they are a part of theirs (“bath, basin, pan”).',
      map('Words and what they are a part beside.', {
        words: words('The words.'),
        beside: list('Concepts, or areas of the catalogue, that have such a part.', undefined, { minItems: 1 }),
      }),
    ),
    addressLabels: words('Words that say the name of an address or a person comes (“deliver to: Stable Cottage”).'),
    placeNameEndings: words('Last words of the names of houses and roads (“Summerhouse Lane”).'),
    numberedPlaceNameEndings: words(
      'Last words that end such a name only after a house number or a label (“4 Orangery Close”).',
    ),
    notInPlaceNames: words('Words in no name of the home that is built (“Holiday Cottage”).'),
    titlesOfPersons: words('What stands before the name of a person (“Mrs Hire”), as printed.'),
    homeWords: words(
      'Parts and places of a home that are no thing of any list; goods “for the boundary” are for the home.',
    ),
    describingDeeds: words(
      'Participles that only describe goods (“tiles, glazed”); another one told after goods may say what became of them.',
    ),
    institutions: words(
      'Last words of the names of places and bodies that are no home (“bricks for Westgate Centre”).',
    ),
    agentEndings: words(
      'Endings of tools, trades and services: an unknown word that ends so makes the line a question.',
    ),
    harmlessDespiteEnding: words('Words with those endings that only describe.'),
    serviceNouns: words('Services and papers that are the real subject after a product name (“windows 11 licence”).'),
  });

export const statements = (names: Names): Schema =>
  map('Facts that a line may state in words.', {
    statements: list(
      'Statements.',
      map(
        'A statement. Only what is written counts.',
        {
          id: text('Id that becomes, settledBy, ruledOutBy and supply_reading.yaml name.', { pattern: '^[a-z_]+$' }),
          meaning: text('What the words state.'),
          aboutTheThing: flag('Inside the name of a thing the words only name it; true when not given.'),
          onlyASign: flag('The words stay a thing of their own or unknown besides; false when not given.'),
          apart: flag(
            'The phrases are looked for on their own: they take no words from others, lose none to them and change nothing else that is read. For what only ruledOutBy asks for; false when not given.',
          ),
          tellsFitting: flag(
            'True: the phrases as a whole tell that the goods were fitted. False: a word of fitting in them (“fitted”) says nothing of how the goods were supplied. Not given: it says what it says elsewhere.',
          ),
          phrases: list('Phrases.', undefined, { minItems: 1 }),
          compounds: compounds(
            'Phrases made of one word of each list in turn ("filters", "cleans"; "and"; "recirculates").',
            names,
          ),
        },
        ['aboutTheThing', 'onlyASign', 'apart', 'tellsFitting', 'phrases', 'compounds'],
      ),
    ),
  });

export const wordLists = (): Schema =>
  map('Lists of words that compounds name.', {
    lists: mapOf('Lists by name.', list('Words that may stand there.', undefined, { minItems: 1, uniqueItems: true })),
  });

export const descriptors = (names: Names): Schema =>
  mapOf('Words that neither name a thing nor change it, by kind.', {
    anyOf: [
      words('Words.'),
      map(
        'Words, and phrases made of lists of words.',
        {
          phrases: words('Words.'),
          compounds: compounds('Phrases made of one word of each list in turn ("installation"; "frame").', names),
        },
        ['phrases'],
      ),
    ],
  });

export const abbreviations = (): Schema =>
  map('What merchants print and what it stands for.', {
    abbreviations: mapOf('Whole words, before any matching.', { type: 'string', description: 'What it stands for.' }),
  });

export const protectedWords = (): Schema =>
  map('Everyday words one letter away from a catalogue word.', { protected: words('Never corrected into it.') });

export const everydayThings = (): Schema =>
  map(
    'Common words that tell more than names of goods do.',
    {
      everydayThings: words('Nouns that are probably what a line is really about; single words.'),
      commands: words('Verbs in the form of a command: before goods, probably what was done to them.'),
    },
    ['commands'],
  );
