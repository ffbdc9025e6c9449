import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/rulebook/answers.js';
import { monthsLater } from '../../../src/rulebook/calendar.js';
import { readFacts } from '../../../src/rulebook/eligibility/project.js';
import { readElements, type SiteElement } from '../../../src/rulebook/eligibility/site_parts.js';
import { rulebook } from '../book.js';
import { assess, check, projectFacts } from './projects.js';

const issuesOf = async (run: () => unknown) => {
  try {
    await run();
  } catch (error) {
    if (error instanceof InputError) return error.issues;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('an assessment', () => {
  it('says outcome, scheme and why, and of every check its question, answer, rule and law', async () => {
    const answer = await assess(projectFacts('conversion'));
    expect(answer.outcome).toBe('eligible');
    expect(answer.scheme).toMatchObject({ value: 'self_build_431c', possible: ['self_build_431c'] });
    expect(answer.scheme.citations.length).toBeGreaterThan(0);
    expect(answer.checks.map((c) => c.id)).toEqual((await rulebook()).eligibility.checks.map((c) => c.id));
    expect(check(answer, 'E08')).toMatchObject({
      effect: 'passes',
      blocks: false,
      rule: { id: 'E08.never', confidence: 'seen' },
      questions: [{ fact: 'oldBuildingUse', value: 'never_residential', answer: expect.stringContaining('barn') }],
    });
    for (const { effect, citations, explanation } of answer.checks) {
      expect(explanation).not.toBe('');
      if (effect !== 'open') expect(citations.length).toBeGreaterThan(0);
    }
  });

  it('a fail decides at once, and nothing more is asked', async () => {
    const answer = await assess({ country: 'channel_islands' });
    expect(answer).toMatchObject({ outcome: 'not_eligible', nextQuestions: [], documents: [], supplierRates: [] });
    expect(answer.summary).toContain('Channel Islands');
  });

  it('warns of what the law warns of', async () => {
    const cases: [Record<string, string | null>, string][] = [
      [{ completion: 'not_complete', completionDate: null, completionEvidence: null }, 'E20'],
      [{ occupationDate: '2026-01-10' }, 'E21'],
      [{ siteBefore: 'building_demolished', retainedAboveGround: 'one_facade', facadeRequired: 'yes' }, 'E05'],
      [{ garage: 'rooms_above' }, 'E24b'],
      [{ invoiceNames: 'builder' }, 'E23'],
      [{ wrongVat: 'charged' }, 'E25'],
      [{ consent: 'permitted_development', newBuildingPermitted: 'yes' }, 'E13'],
      [{ parts: 'non_qualifying_parts' }, 'E24'],
    ];
    for (const [facts, id] of cases) {
      const answer = await assess(projectFacts('new_build', facts));
      expect(answer.outcome, id).toBe('eligible');
      expect(
        answer.warnings.map((w) => w.from),
        id,
      ).toContain(id);
    }
  });

  it('does not warn of an answer that says the same as another', async () => {
    const facts = projectFacts('conversion', { siteBefore: 'building_kept', retainedAboveGround: 'more' });
    expect((await assess(facts)).warnings.filter(({ from }) => from === 'facts')).toEqual([]);
  });

  it('warns of an answer to a question that does not arise on the others', async () => {
    const { warnings } = await assess(projectFacts('new_build', { oldBuildingUse: 'wholly_residential' }));
    expect(warnings).toMatchObject([
      { from: 'facts', text: expect.stringMatching(/^The answer “.+” \(.+\?\) stands, and on the other answers/) },
    ]);
  });

  it('asks first what comes first, and not what another answer has yet to make relevant', async () => {
    const asked = (await assess({})).nextQuestions.map((q) => q.fact);
    expect(asked.slice(0, 3)).toEqual(['country', 'finishedBuilding', 'siteBefore']);
    expect(asked).not.toContain('retainedAboveGround');
    expect(asked).not.toContain('livedInTenYears');
    const demolished = (await assess({ siteBefore: 'building_demolished' })).nextQuestions.map((q) => q.fact);
    expect(demolished).toContain('retainedAboveGround');
    expect(demolished).not.toContain('facadeRequired');
  });

  it('asks first what ends a check that an answer has begun', async () => {
    const first = async (facts: Record<string, string>) => (await assess(facts)).nextQuestions[0]?.fact;
    expect(await first({ completionDate: '2026-01-15' })).toBe('lateReason');
    expect(
      await first({ siteBefore: 'building_kept', oldBuildingUse: 'partly_residential', livedInTenYears: 'yes' }),
    ).toBe('newHomeMadeFrom');
  });

  it('does not ask what can only warn', async () => {
    const { outcome, nextQuestions, checks } = await assess(projectFacts('new_build'));
    expect([outcome, nextQuestions]).toEqual(['eligible', []]);
    expect(checks.filter((c) => c.effect === 'open').map((c) => c.id)).toEqual(['E21', 'E23', 'E24b', 'E25', 'E26']);
  });

  it('asks for the day of completion, from which it works the rest out', async () => {
    const { nextQuestions } = await assess(projectFacts('new_build', { completionDate: null }));
    expect(nextQuestions.map((q) => [q.fact, q.answers])).toEqual([['completionDate', []]]);
  });
});

describe('last days', () => {
  it.each([
    ['2023-11-30', '2024-02-29'],
    ['2023-12-04', '2024-03-04'],
    ['2023-12-05', '2024-06-05'],
    ['2024-02-29', '2024-08-29'],
    ['2024-06-17', '2024-12-17'],
    ['2024-08-31', '2025-02-28'],
    ['2025-03-14', '2025-09-14'],
    ['2025-08-31', '2026-02-28'],
    ['2025-11-30', '2026-05-30'],
    ['2025-12-31', '2026-06-30'],
  ])('completed %s: %s (the table of the fact book, 4.6)', async (completed, lastDay) => {
    const { deadlines } = await assess(projectFacts('new_build', { completionDate: completed }), { today: completed });
    expect(deadlines).toMatchObject([{ countedFrom: 'completion', date: completed, lastDay }]);
    expect(deadlines[0]?.citations.length).toBeGreaterThan(0);
  });

  it('two, when somebody moved in before completion (the example of the fact book)', async () => {
    const facts = projectFacts('new_build', { completionDate: '2024-06-17', occupationDate: '2024-02-10' });
    const { deadlines, warnings } = await assess(facts, { today: '2024-07-01' });
    expect(deadlines.map((d) => [d.countedFrom, d.lastDay, d.daysLeft])).toEqual([
      ['completion', '2024-12-17', 169],
      ['occupation', '2024-08-10', 40],
    ]);
    expect(deadlines[1]?.citations.map((c) => c.source).join()).toContain('Farquharson');
    expect(warnings.map((w) => w.from)).toEqual(['E21', 'deadline']);
  });

  it('a weekend does not extend them', async () => {
    const sunday = await assess(projectFacts('new_build', { completionDate: '2025-03-14' }), { today: '2025-04-01' });
    expect(sunday.deadlines[0]).toMatchObject({ lastDay: '2025-09-14', fileBy: '2025-09-12' });
    const saturday = await assess(projectFacts('new_build', { completionDate: '2025-08-31' }), { today: '2025-09-01' });
    expect(saturday.deadlines[0]).toMatchObject({ lastDay: '2026-02-28', fileBy: '2026-02-27' });
  });

  it.each([
    [91, 0],
    [90, 1],
    [7, 1],
    [0, 1],
    [-1, 0],
  ])('%i days before: %i warning', async (days, warnings) => {
    const last = Date.parse('2025-09-15T00:00:00Z');
    const today = new Date(last - days * 86_400_000).toISOString().slice(0, 10);
    const answer = await assess(projectFacts('new_build', { completionDate: '2025-03-15' }), { today });
    expect(answer.deadlines[0]?.daysLeft).toBe(days);
    expect(answer.warnings.filter((w) => w.from === 'deadline')).toHaveLength(warnings);
  });

  it('months of the calendar', () => {
    expect(monthsLater('2024-01-31', 1)).toBe('2024-02-29');
    expect(monthsLater('2023-10-31', 4)).toBe('2024-02-29');
    expect(monthsLater('2024-05-02', -120)).toBe('2014-05-02');
    expect(monthsLater('2024-02-29', -120)).toBe('2014-02-28');
  });
});

describe('what goes with it', () => {
  const needs = async (base: string, more = {}) =>
    new Map((await assess(projectFacts(base, more))).documents.map((d) => [d.id, d.need]));

  it('lists the documents of the scheme and of the rules that decided', async () => {
    const newBuild = await needs('new_build');
    expect([
      newBuild.get('plans'),
      newBuild.get('planning_permission'),
      newBuild.get('completion_certificate'),
    ]).toEqual(['recommended', 'required', 'required']);
    expect(newBuild.has('ten_year_evidence')).toBe(false);
    const old = { oldBuildingUse: 'wholly_residential', livedInTenYears: 'no', tenYearEvidence: 'held' };
    const conversion = await needs('conversion', { ...old, consent: 'permitted_development' });
    expect([conversion.get('plans'), conversion.get('ten_year_evidence'), conversion.get('prior_approval')]).toEqual([
      'required',
      'required',
      'required',
    ]);
    expect(conversion.has('planning_permission')).toBe(false);
  });

  it('takes the right rates from the line rules', async () => {
    const rates = async (base: string) =>
      (await assess(projectFacts(base))).supplierRates.map((r) => [r.supplyType, r.rate, r.rule?.slice(0, 6)]);
    expect(await rates('new_build')).toEqual([
      ['labour', '0', '431nb.'],
      ['supply_and_install', '0', '431nb.'],
      ['materials', '20', '431nb.'],
      ['professional_services', '20', '431nb.'],
      ['plant_hire', '20', '431nb.'],
    ]);
    expect((await rates('conversion')).map(([type, rate]) => [type, rate])).toEqual([
      ['labour', '5'],
      ['supply_and_install', '5'],
      ['materials', '20'],
      ['professional_services', '20'],
      ['plant_hire', '20'],
    ]);
  });
});

describe('a site of several parts', () => {
  const part = (name: string, kind: string, suppliers: string[] = [], more = {}): SiteElement => ({
    name,
    kind,
    suppliers,
    ...more,
  });
  const site = [
    part('the barn', 'converted_building', ['Smith Builders', 'Jones Electrical']),
    part('the new house', 'new_dwelling', ['Smith Builders']),
    part('the cart shed', 'garage_with_home', ['Smith Builders'], { belongsTo: 'the new house' }),
    part('the stables', 'outbuilding', ['Jones Electrical']),
    part('the main drain', 'site_services', ['Green Groundworks']),
  ];

  it('under two schemes is refused as one project, with the split and who must send split invoices', async () => {
    const answer = await assess(projectFacts('conversion', { parts: null }), { elements: site });
    expect(answer.outcome).toBe('needs_answer');
    expect(check(answer, 'E24')).toMatchObject({ effect: 'asks', rule: { id: 'E24.two_schemes' } });
    expect(answer.split).toMatchObject({
      needed: true,
      projects: [
        { scheme: 'self_build_431c', name: 'the barn', elements: ['the barn'] },
        { scheme: 'self_build_431nb', name: 'the new house', elements: ['the new house', 'the cart shed'] },
      ],
      outside: [{ name: 'the stables' }],
      open: [],
    });
    expect(answer.split?.suppliers.map((s) => [s.name, s.invoices.map((i) => i.of)])).toEqual([
      ['Smith Builders', ['the barn', 'the new house']],
      ['Jones Electrical', ['the barn', 'not covered']],
      ['Green Groundworks', ['the barn', 'the new house', 'not covered']],
    ]);
    expect(answer.split?.suppliers[0]?.request).toContain('the barn; the new house, the cart shed.');
  });

  it('one home and what belongs to it is one project', async () => {
    const elements = [part('house', 'new_dwelling', ['A']), part('garage', 'garage_with_home', ['A'])];
    const answer = await assess(projectFacts('new_build', { parts: null }), { elements });
    expect(answer).toMatchObject({
      outcome: 'eligible',
      split: { needed: false, suppliers: [] },
      facts: { parts: 'home_alone' },
    });
  });

  it.each([
    [[part('a', 'new_dwelling'), part('b', 'new_dwelling')], 'several_buildings'],
    [[part('a', 'converted_building'), part('b', 'extension_to_conversion')], 'conversion_with_extension'],
    [[part('a', 'converted_building'), part('b', 'old_garage')], 'unclear'],
    [[part('a', 'converted_building'), part('b', 'tied_annexe')], 'non_qualifying_parts'],
    [[part('a', 'new_dwelling'), part('b', 'converted_building'), part('c', 'garage_with_home')], 'two_schemes'],
  ])('%j is %s', async (elements, parts) => {
    const base = elements[0]?.kind === 'new_dwelling' ? 'new_build' : 'conversion';
    const answer = await assess(projectFacts(base, { parts: null }), { elements });
    expect(answer.facts.parts).toBe(parts);
  });

  it('that contradicts the facts is refused', async () => {
    const elements = [part('the barn', 'converted_building')];
    const issues = await issuesOf(() => assess(projectFacts('new_build', { parts: null }), { elements }));
    expect(issues[0]?.path).toBe('elements');
    expect(issues[0]?.message).toContain('self_build_431nb');
    expect((await issuesOf(() => assess(projectFacts('conversion'), { elements: site })))[0]).toMatchObject({
      path: 'facts.parts',
      message: expect.stringContaining('two_schemes'),
    });
  });

  it('with an unknown kind or a name used twice is an error that names it', async () => {
    const { eligibility } = await rulebook();
    const issues = await issuesOf(() =>
      readElements(eligibility, [part('a', 'new_dweling'), part('a', 'outbuilding', [], { belongsTo: 'b' })]),
    );
    expect(issues.map((i) => i.path)).toEqual(['elements.0.kind', 'elements.1.name', 'elements.1.belongsTo']);
    expect(issues[0]?.message).toContain('did you mean "new_dwelling"?');
  });
});

describe('facts', () => {
  it('unknown names and values name the nearest', async () => {
    const { eligibility } = await rulebook();
    const issues = await issuesOf(() =>
      readFacts(eligibility, {
        contry: 'england',
        siteBefore: 'empty_lnd',
        completionDate: '2026-02-30',
        claimWindow: 'open',
      }),
    );
    expect(issues.map((i) => i.path)).toEqual([
      'facts.contry',
      'facts.siteBefore',
      'facts.completionDate',
      'facts.claimWindow',
    ]);
    expect(issues[0]?.message).toContain('did you mean "country"?');
    expect(issues[1]?.message).toContain('did you mean "empty_land"?');
    expect(issues[2]?.message).toContain('2026-02-30');
  });

  it.each([
    [{ completion: 'not_complete', completionDate: '2026-09-01' }, 'facts.completion'],
    [{ completion: 'complete', completionDate: '2027-09-01' }, 'facts.completion'],
    [{ movedInEarly: 'no', completionDate: '2026-09-01', occupationDate: '2026-08-01' }, 'facts.movedInEarly'],
    [{ livedInTenYears: 'no', lastLivedInDate: '2020-01-01', worksStartDate: '2024-01-01' }, 'facts.livedInTenYears'],
    [{ worksStartDate: '2026-09-02', completionDate: '2026-09-01' }, 'facts.worksStartDate'],
    [{ livedInTenYears: 'yes', lastLivedInDate: '2001-01-01', worksStartDate: '2024-01-01' }, 'facts.livedInTenYears'],
  ])('%j contradicts its dates', async (facts, path) => {
    const issues = await issuesOf(() => assess(facts as Record<string, string>));
    expect(issues.map((i) => i.path)).toEqual([path]);
    expect(issues[0]?.message).toContain('contradicts');
  });

  it('that a date has overtaken since they were stored are a warning, and the date holds', async () => {
    const book = await rulebook();
    const facts = projectFacts('new_build', {
      completion: 'not_complete',
      completionDate: '2026-12-01',
      completionEvidence: null,
    });
    const on = (today: string) => book.assess({ facts, elements: [] }, today, { kept: true });
    expect(await on('2026-11-20')).toMatchObject({ outcome: 'eligible', facts: { completion: 'not_complete' } });
    const later = await on('2026-12-02');
    expect(later).toMatchObject({ outcome: 'needs_answer', facts: { completion: 'complete' } });
    expect(later.nextQuestions.map((q) => q.fact)).toEqual(['completionEvidence']);
    expect(later.warnings.map((w) => w.text)).toContainEqual(
      expect.stringContaining('facts.completion "not_complete" contradicts completionDate 2026-12-01'),
    );
  });
});
