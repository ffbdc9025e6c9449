import { ROUTES } from '../model.js';
import { offered, ROUTE, SUPPLY_TYPE, TOLD_PLACE, valuesOf, WORDING } from './closed_lists.js';
import { flag, list, map, mapOf, oneOf, type Schema, text } from './forms.js';
import { factLists, sets } from './law_files.js';
import type { Names } from './names.js';

/** The files that say what the words of a line make of it: supply_reading.yaml and circumstances.yaml. */

const words = (description: string) => list(description);

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
  return map(
    'How the stated type and the words together say how a thing was supplied.',
    {
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
            kinds: words('Line kinds; any where none are named.'),
            unlessSaid: list(
              'What the words say of how it was supplied: one of these, and nothing is at odds.',
              oneOf('Wording.', Object.entries(WORDING)),
            ),
          },
          ['kinds', 'unlessSaid'],
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
      noWorkOfTrades: map('What beside such a name may be all that the work was for.', {
        classes: list('Classes of things and services.', classOf),
        areas: words('First parts of concept ids.'),
      }),
      deedsOfTrades: list(
        'Verbs of a trade that elsewhere name goods.',
        map(
          'Verbs, and what they are said of.',
          {
            verbs: words('As they stand in a list of what was done.'),
            of: words('Ids of concepts, or first parts of them.'),
            byItself: flag('They need no other verb beside them (“intumescent to beams, 60 min, brush”).'),
          },
          ['byItself'],
        ),
      ),
      deedsGoOn: words('Words right behind such a verb that go on with it (“bench in granolithic”).'),
      takingAway: words('Verbs right before a thing that is taken away and not supplied.'),
      puttingBack: map('Words anywhere in the line that say that what was taken away, or another like it, is put in.', {
        words: words('Words, folded, that say so by themselves (“back”).'),
        beginnings: words('What words that say so begin with (“refit”).'),
        another: words('Words, folded, that say so where nothing follows in their part of the line (“and fit new”).'),
      }),
      noRemovals: map(
        'Words that tell that what is taken away may be no part of a building, or that something else was done.',
        { routes: list('Routes on which that is asked.', oneOf('A route.', ROUTE)), words: words('Such words.') },
      ),
      takesNothingBack: words('Wordings with such a word that take nothing back.'),
      takenBack: words('Words beside what a line states that may take it back, or tell it of something else.'),
      jobsOfTheirOwn: list(
        'Rows of zeroRateWindows whose installation may be a job of its own beside other works, where the rate of both then differs.',
        text('A row of zeroRateWindows in rulebook.yaml.', offered(items)),
      ),
      laidBare: list(
        'Works that lay bare what stood before: what an energy-saving item put in then is for is asked before the works (“roof stripped, insulation”).',
        map('Works, and the item put in.', {
          works: list('Concepts.'),
          words: words('Words in their names, folded, that say so.'),
          of: words('Words of the line, folded, that say what was laid bare (“flat”).'),
          item: text('A row of zeroRateWindows in rulebook.yaml.', offered(items)),
        }),
      ),
      noPlaces: list('Classes of what works are never merely at.', classOf),
      laidInRooms: list(
        'Classes of refused goods beside which a room or stair is where they are laid, and no work of its own.',
        classOf,
      ),
      installationServes: list(
        "Refused classes that the building's own installation serves: a socket or trap for one of them stays the home's.",
        classOf,
      ),
      circuitsServe: words(
        'First parts of concept ids whose refused things the circuits of a home are there for, when these are work.',
      ),
      builtUp: map('Furniture that goods bought alone become a part of, by the word that they go to it.', {
        to: words('Words before its name, folded, that say so (“inside”).'),
        things: words('Ids of its concepts.'),
        madeOf: words('Ids of the goods that it is told of, all that are listed.'),
        rooms: words('Words after its name, folded, that make it a part of the room (“recess”).'),
      }),
      toolMakers: map('Makers of tools who sell fixings too: before those their name only says who made them.', {
        names: words('Their names.'),
        goods: words('Ids of concepts of those fixings.'),
      }),
      applianceMakers: words(
        'Makers of kitchen appliances: named beside a kitchen, the price may hold some of theirs.',
      ),
      toolAreas: words(
        'First parts of concept ids that hold tools: materials told between strokes beside one are what it works on.',
      ),
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
      commandedGoods: oneOf(
        'Doubt about goods stated to be bought alone where a command opens the line.',
        valuesOf(facts, 'doubt', ['none']),
      ),
      builtWithHome: map(
        'Buildings that are part of the home only when built with it.',
        {
          asks: text('Question of such a building.', offered(questions)),
          says: text('Statement that answers it.', offered(statements)),
          doubt: oneOf('Doubt about what belongs to it otherwise.', valuesOf(facts, 'doubt', ['none'])),
          garages: map(
            'Of which the project may say that it is built with the home.',
            {
              things: words('Ids of concepts.'),
              routes: list('Schemes under which that settles it.', oneOf('Route.', ROUTE)),
              unless: list('Statements that tell another one.', {
                type: 'string',
                minLength: 1,
                ...offered(statements),
              }),
            },
            ['unless'],
          ),
        },
        ['garages'],
      ),
      apartFromWorks: map('Services that are no part of works they are listed with.', {
        classes: list('Classes.', classOf),
        partOfWorks: words('Ids of concepts of these classes that go with the works all the same.'),
        partOf: mapOf('Those that go with one kind of works only, by the id of the works.', words('Ids of concepts.')),
      }),
      partOfCredit: words('The same where the amount is negative.'),
      paymentsToldAfter: words('Line kinds of payments that, told after goods, are what the line is.'),
      stageOfGoods: text(
        'Statement that a stage of a price is paid, which is one of goods where they are supplied alone.',
        offered(statements),
      ),
      partOfPrice: words('Line kinds that, told after goods, only say how their price came about.'),
      operableMachines: words('Ids of concepts that come with a driver or without.'),
      landscape: map('Where works on ground and gardens may be landscaping.', {
        routes: list('Routes.', oneOf('Route.', ROUTE)),
        areas: words('First parts of concept ids.'),
      }),
      projects: map('Contexts that speak against the claimed scheme.', projects),
      datesOfComponents: text('Item whose zero-rate dates components have.', offered(items)),
      energyAims: list('Whether an installation is of an energy-saving material, by what else the line names.', aim),
    },
    ['toolMakers', 'builtUp'],
  );
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
      itemsBut: list('Energy-saving item of the thing: none of these.', {
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
    ['things', 'areasBut', 'items', 'itemsBut', 'lineKinds', 'facts', 'goodsAlone', 'supplied', 'wordings', 'routes'],
  );
  const row = map(
    'What one circumstance tells.',
    {
      says: says('Statements the line makes, all of them.'),
      saysOneOf: says('Statements, one of which the line makes.'),
      unless: says('Statements, none of which the line makes.'),
      alsoInNames: flag('They count also inside the name of a thing that the line is not about.'),
      opensWith: words('The line opens with one of these words, which is no part of what it names.'),
      placeNamed: words('The line says that it is for, to, in or at one of these, with no word behind it.'),
      placeTold: oneOf('The document of the line says that all of it is for such a place.', TOLD_PLACE),
      billedToCompany: flag('The document of the line names a company that is no claimant as its customer.'),
      foreignVat: flag('The document of the line shows VAT of another country.'),
      besideWorks: flag(
        'Works of the same supplier stand on the document of the line, or its owner says that it was work.',
      ),
      moreThan: map('The line names more than this.', {
        unit: text('The unit, as it follows a number: kwp.'),
        amount: { type: 'number', description: 'The amount.' },
      }),
      withoutNet: flag('VAT stands alone: the net amount is zero.'),
      about,
      states: sets(names, 'Facts the words settle; an answer that says otherwise is refused.'),
      hints: sets(names, 'Facts the words leave open, until an answer settles them.'),
      raises: text(
        'A doubt of facts.yaml, whose question is asked.',
        offered(valuesOf(names.facts, 'doubt', ['none']).map(([value]) => String(value))),
      ),
    },
    [
      'says',
      'saysOneOf',
      'unless',
      'alsoInNames',
      'opensWith',
      'placeNamed',
      'placeTold',
      'billedToCompany',
      'foreignVat',
      'besideWorks',
      'moreThan',
      'withoutNet',
      'about',
      'states',
      'hints',
      'raises',
    ],
  );
  const fitted = map(
    'A question in place of sai_who_fitted.',
    {
      says: says('Statements the line makes, all of them.'),
      things: words('Ids of concepts the line is about: one of these.'),
      wordings: list(
        'What the words say of how it was supplied: one of these.',
        oneOf('Wording.', Object.entries(WORDING)),
      ),
      asks: text('The question.', offered(names.questions)),
    },
    ['says', 'things', 'wordings'],
  );
  const otherPlaces = map(
    'Words of a place that may be no part of the home.',
    {
      says: says('Statements; one is enough.'),
      unless: says('Statements, one of which makes it the home after all.'),
      words: words('Words that alone say it.'),
      onRoute: map(
        'Words that alone say it on one route.',
        Object.fromEntries(ROUTES.map((route) => [route, words('Words.')])),
        [...ROUTES],
      ),
      home: words('Words of the home and its parts: a heading among the lines that has no other words is of the home.'),
      buildings: words('Words for buildings, one of which alone may mean the part of a site whose name has it.'),
      notBuildings: words('Names of things that have such a word and mean no building.'),
    },
    ['onRoute', 'home', 'buildings', 'notBuildings'],
  );
  return map(
    'What a line tells of its supplier, customer, building and time, whatever thing it is about.',
    {
      otherPlaces,
      circumstances: list('Circumstances; of two rows for one fact the later one stands.', row),
      whoFitted: list('Who fitted it, asked in the words of the case; the first row that fits.', fitted),
    },
    ['otherPlaces'],
  );
}
