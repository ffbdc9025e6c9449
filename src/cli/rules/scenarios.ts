import { OUTCOMES } from '../../rulebook/eligibility/assessment.js';
import { confusionTable, SCORE_HEAD, scoreRow } from '../confusion_table.js';
import type { ScenarioResults } from '../eligibility_scenarios.js';
import { EXIT, UsageError } from '../exit_codes.js';
import { parseFlags } from '../flags.js';
import { rulebookPlaces, scenarioFiles } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';

/** Measures the eligibility rules on projects with their right outcomes; fails when one is wrongly called eligible. */
export async function scenarios(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, { rules: { type: 'string' }, wrong: { type: 'boolean' } }, 'rules scenarios');
  const places = rulebookPlaces(flags.text('rules'));
  const files = flags.positionals.length > 0 ? flags.positionals : scenarioFiles(places);
  if (files.length === 0)
    throw new UsageError('name the files of scenarios: "rules scenarios FILE.yaml"', 'rules scenarios');
  const { scenarioResults } = await import('../eligibility_scenarios.js');
  const book = await terminal.openRulebook(places);
  const results: ScenarioResults[] = [];
  for (const file of files) results.push(await scenarioResults(book, file));
  terminal.out(SCORE_HEAD);
  for (const r of results) terminal.out(scoreRow(r.file, r.scenarios, r.right, r.wronglyEligible.length));
  const total = (pick: (r: ScenarioResults) => number) => results.reduce((sum, r) => sum + pick(r), 0);
  const unsafe = total((r) => r.wronglyEligible.length);
  const [cases, right] = [total((r) => r.scenarios), total((r) => r.right)];
  if (results.length > 1) terminal.out(scoreRow('all', cases, right, unsafe));
  const table = confusionTable(
    OUTCOMES,
    results.map((r) => r.confusion),
  );
  terminal.out(`\n${table}\n\nunsafe: called eligible, and it is not\n`);
  for (const r of results)
    for (const w of flags.has('wrong') ? r.wrong : r.wronglyEligible)
      terminal.out(`${r.file} ${w.id}: ${w.story}: ${w.got}, should be ${w.expected}\n`);
  return unsafe === 0 ? EXIT.ok : EXIT.failure;
}
