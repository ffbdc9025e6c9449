import {
  BREAKER,
  CONFIDENCE,
  offered,
  ROUTE,
  SIGNAL,
  SIGNAL_WEIGHT,
  SUPPLY_TYPE,
  valuesOf,
  WORDING,
} from './closed_lists.js';
import { date, flag, list, map, mapOf, oneOf, type Schema, text } from './forms.js';
import { citations, factLists, sets } from './law_files.js';
import type { Names } from './names.js';

const words = (description: string) => list(description);
const compounds = (description: string, { wordLists }: Names) => {
  const named = map('All words of a list of word_lists.yaml.', { use: text('Its name.', offered(wordLists)) });
  const word = { anyOf: [{ type: 'string', minLength: 1 }, named] };
  return list(
    description,
    list('Lists.', list('Words that may stand here.', word, { minItems: 1, uniqueItems: true }), { minItems: 2 }),
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
        'Things that, listed with this kind of thing, show that it is of theirs.',
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

export function supplyReading({ facts, questions, statements, items }: Names): Schema {
  const classOf = oneOf('Product class.', valuesOf(facts, 'productClass'));
  const supplyType = oneOf('Whose rules decide.', SUPPLY_TYPE);
  const readings: Record<string, Schema> = {};
  for (const [type, meaning] of SUPPLY_TYPE) {
    const row: Record<string, Schema> = {};
    for (const [wording, said] of Object.entries(WORDING))
      row[wording] = oneOf(`When ${said}.`, [...SUPPLY_TYPE, ['unclear', 'the line becomes a question']]);
    readings[String(type)] = map(`Stated: ${meaning}.`, row);
  }
  const projects: Record<string, Schema> = {};
  for (const [route, meaning] of ROUTE)
    projects[String(route)] = map(`What speaks against ${meaning}.`, {
      doubtfulProjectTypes: words('Values of projectType.'),
      doubtfulNewDwelling: words('Values of newDwelling.'),
    });
  const aim = map(
    'A row; the first that fits says what the installation is.',
    {
      main: words('Ids of concepts the line is about.'),
      mainEsmItem: text('Energy-saving item of the thing.', offered(items)),
      mainEsm: oneOf('Standing of the thing on the energy-saving list.', valuesOf(facts, 'esm', ['none'])),
      with: words('Ids of concepts the line also names; one is enough.'),
      says: text('Statement the line makes.', offered(statements)),
      invoice: flag('Other lines of the invoice speak of an energy-saving installation.'),
      aim: oneOf('What the installation is.', valuesOf(facts, 'esmAim')),
      asks: text('Question that settles it.', offered(questions)),
    },
    ['main', 'mainEsmItem', 'mainEsm', 'with', 'says', 'invoice', 'asks'],
  );
  return map('How the stated type and the words together say how a thing was supplied.', {
    readings: map('By stated type, then by what the words say.', readings),
    byClass: mapOf('Classes that settle by themselves whose rules decide.', supplyType),
    works: list('Classes of works.', classOf),
    contradictions: list(
      'Stated types that a class contradicts.',
      map(
        'A contradiction.',
        {
          stated: oneOf('Stated type.', SUPPLY_TYPE),
          classes: list('Classes.', classOf),
          unlessSaid: list(
            'What the words say of how it was supplied: one of these, and nothing is at odds.',
            oneOf('Wording.', Object.entries(WORDING)),
          ),
        },
        ['unlessSaid'],
      ),
    ),
    componentsOfWorks: list('Classes that become components of a works contract when the line says so.', classOf),
    winningKinds: words('Line kinds that win over the goods and works named beside them.'),
    componentKinds: words('Of these, what is only a component when a works price names it beside the works.'),
    fittingApart: list(
      'Routes on which fitting excluded goods carries another rate than the works.',
      oneOf('Route.', ROUTE),
    ),
    costsOfWorks: map("A contractor's own tools and what is used up in the work: part of the cost of works.", {
      areas: words('First parts of concept ids.'),
      notCosts: words('Ids of concepts of these areas that are goods of their own.'),
    }),
    removals: words('Ids of works that take away what they name.'),
    puttingIn: text('Statement that such a line puts something in, too.', offered(statements)),
    neverComponents: words('Line kinds that stay what they are inside a works contract.'),
    operatedKinds: words('Line kinds that are plant with its driver.'),
    factsOfKinds: mapOf(
      'Facts that a line of this kind says by itself.',
      mapOf('Facts with their values.', { type: 'string', description: 'Value of the fact.' }),
    ),
    offSite: map('Works beyond the boundary.', {
      says: text('Statement that the line makes.', offered(statements)),
      kinds: words('Line kinds that it changes.'),
      becomes: oneOf('Line kind that they become.', valuesOf(facts, 'lineKind')),
    }),
    bareRates: words(
      'Names of works that only say how a price is reckoned, and name no work beside a word that no list knows.',
    ),
    bareTrades: words(
      'Names of works that only say whose trade they are: beside a word that no list knows, it is asked whether it was work on the home.',
    ),
    jobsOfTheirOwn: list(
      'Rows of zeroRateWindows whose installation may be a job of its own beside other works, where the rate of both then differs.',
      text('A row of zeroRateWindows in rulebook.yaml.', offered(items)),
    ),
    noPlaces: list('Classes of what works are never merely at.', classOf),
    installationServes: list(
      "Refused classes that the building's own installation serves: a socket or trap for one of them stays the home's.",
      classOf,
    ),
    applianceMakers: words('Makers of kitchen appliances: named beside a kitchen, the price may hold some of theirs.'),
    kitchenAreas: words('First parts of concept ids whose price with appliances inside has a question of its own.'),
    kitchenWorks: words('Ids of works that fit kitchens.'),
    kitchenMarks: words('Ids of goods that, listed with cabinets, show that the cabinets are those of a kitchen.'),
    roomsBesideKitchens: list('Statements that name another room, so that cabinets may be of that one.', {
      type: 'string',
      ...offered(statements),
    }),
    ofAllParts: list('Statements that, made before the first or after the last stated amount, are of every part.', {
      type: 'string',
      ...offered(statements),
    }),
    serviceAreas: words('First parts of concept ids that are work and no goods.'),
    notBuiltIn: map('What goods may be for without being built in, besides things that no list knows.', {
      classes: list('Classes.', classOf),
      doubt: oneOf('Doubt about goods for one of them.', valuesOf(facts, 'doubt', ['none'])),
    }),
    builtWithHome: map('Buildings that are part of the home only when built with it.', {
      asks: text('Question of such a building.', offered(questions)),
      says: text('Statement that answers it.', offered(statements)),
      doubt: oneOf('Doubt about what belongs to it otherwise.', valuesOf(facts, 'doubt', ['none'])),
    }),
    apartFromWorks: map('Services that are no part of works they are listed with.', {
      classes: list('Classes.', classOf),
      partOfWorks: words('Ids of concepts of these classes that go with the works all the same.'),
      partOf: mapOf('Those that go with one kind of works only, by the id of the works.', words('Ids of concepts.')),
    }),
    partOfCredit: words('The same where the amount is negative.'),
    paymentsToldAfter: words('Line kinds of payments that, told after goods, are what the line is.'),
    partOfPrice: words('Line kinds that, told after goods, only say how their price came about.'),
    operableMachines: words('Ids of concepts that come with a driver or without.'),
    landscape: map('Where works on ground and gardens may be landscaping.', {
      routes: list('Routes.', oneOf('Route.', ROUTE)),
      areas: words('First parts of concept ids.'),
    }),
    projects: map('Contexts that speak against the claimed scheme.', projects),
    datesOfComponents: text('Item whose zero-rate dates components have.', offered(items)),
    energyAims: list('Whether an installation is of an energy-saving material, by what else the line names.', aim),
  });
}

export function circumstances(names: Names): Schema {
  const says = (description: string) =>
    list(description, { type: 'string', minLength: 1, ...offered(names.statements) }, { minItems: 1 });
  const about = map(
    'What the line is about; everything named must hold.',
    {
      things: words('Ids of concepts the line is about: one of these.'),
      areasBut: words('Areas of the catalogue (first parts of ids): the thing is of none of these.'),
      items: list('Energy-saving item of the thing: one of these.', {
        type: 'string',
        minLength: 1,
        ...offered(names.items),
      }),
      lineKinds: list('Line kind: one of these.', oneOf('Line kind.', valuesOf(names.facts, 'lineKind'))),
      facts: factLists(names, 'Facts known so far: each one of these.'),
      goodsAlone: list(
        'Claim column of the thing: one of these.',
        oneOf('Claim column.', valuesOf(names.facts, 'goodsAlone')),
      ),
      supplied: list('How it was supplied: one of these.', oneOf('Supply type.', SUPPLY_TYPE)),
      wordings: list(
        'What the words say of how it was supplied: one of these.',
        oneOf('Wording.', Object.entries(WORDING)),
      ),
      routes: list('Route: one of these.', oneOf('Route.', ROUTE)),
    },
    ['things', 'areasBut', 'items', 'lineKinds', 'facts', 'goodsAlone', 'supplied', 'wordings', 'routes'],
  );
  const row = map(
    'What one circumstance tells.',
    {
      says: says('Statements the line makes, all of them.'),
      opensWith: words('The line opens with one of these words, which is no part of what it names.'),
      moreThan: map('The line names more than this.', {
        unit: text('The unit, as it follows a number: kwp.'),
        amount: { type: 'number', description: 'The amount.' },
      }),
      about,
      states: sets(names, 'Facts the words settle; an answer that says otherwise is refused.'),
      hints: sets(names, 'Facts the words leave open, until an answer settles them.'),
      raises: text(
        'A doubt of facts.yaml, whose question is asked.',
        offered(valuesOf(names.facts, 'doubt', ['none']).map(([value]) => String(value))),
      ),
    },
    ['says', 'opensWith', 'moreThan', 'about', 'states', 'hints', 'raises'],
  );
  const fitted = map(
    'A question in place of sai_who_fitted.',
    {
      says: says('Statements the line makes, all of them.'),
      things: words('Ids of concepts the line is about: one of these.'),
      asks: text('The question.', offered(names.questions)),
    },
    ['says', 'things'],
  );
  return map('What a line tells of its supplier, customer, building and time, whatever thing it is about.', {
    circumstances: list('Circumstances; of two rows for one fact the later one stands.', row),
    whoFitted: list('Who fitted it, asked in the words of the case; the first row that fits.', fitted),
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
  map('Words that measure, pack or introduce a thing.', { containers: words('Words that are not the thing itself.') });

export const relations = (): Schema =>
  map('How a thing relates to what it is named after.', {
    installationHeads: words("The building's own installation; stays what it is (“washing machine trap”)."),
    partWords: words('Parts and accessories; they follow the thing they are named after (“wardrobe door”).'),
    looseParts: words('Parts that follow what they are said to be for when that is refused (“cover for hot tub”).'),
    papers: words('Drawings and orders; with a number alone they only say where the thing is (“cabinets, plan K1”).'),
    separateThings: list(
      'Things that one word names which only describes inside other names; told alone, after or beside another thing, the price is for both (“cement, mixer”).',
      map('Words and what they are another thing beside.', {
        words: words('The words.'),
        beside: list('Concepts, or areas of the catalogue, that have no such part.', undefined, { minItems: 1 }),
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
          phrases: list('Phrases.', undefined, { minItems: 1 }),
          compounds: compounds(
            'Phrases made of one word of each list in turn ("filters", "cleans"; "and"; "recirculates").',
            names,
          ),
        },
        ['aboutTheThing', 'onlyASign', 'phrases', 'compounds'],
      ),
    ),
  });

export const wordLists = (): Schema =>
  map('Lists of words that compounds name.', {
    lists: mapOf('Lists by name.', list('Words that may stand there.', undefined, { minItems: 1, uniqueItems: true })),
  });

export const descriptors = (): Schema =>
  mapOf('Words that neither name a thing nor change it, by kind.', words('Words.'));

export const abbreviations = (): Schema =>
  map('What merchants print and what it stands for.', {
    abbreviations: mapOf('Whole words, before any matching.', { type: 'string', description: 'What it stands for.' }),
  });

export const protectedWords = (): Schema =>
  map('Everyday words one letter away from a catalogue word.', { protected: words('Never corrected into it.') });

export const everydayThings = (): Schema =>
  map('Common nouns that are probably what a line is really about.', { everydayThings: words('Single words.') });
