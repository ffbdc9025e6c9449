import type { VerdictChange } from '../../rulebook/comparison/combinations.js';
import { grouped, type LineAnswer, type LineGroup } from '../../rulebook/comparison/lines.js';
import { groupedProjects, type ProjectAnswer, type ProjectGroup } from '../../rulebook/comparison/projects.js';
import { poundsText } from '../../rulebook/money.js';
import { painter, type Terminal } from '../terminal.js';
import type { Difference } from './diff.js';

/** Lines shown of a group; the rest is counted. */
const SHOWN = 5;
/** Ids shown of a kind of content; the rest is counted. */
const IDS_SHOWN = 12;

const BUMPS: Readonly<Record<Difference['bump'], string>> = {
  patch: 'no line, project or combination of facts is answered differently',
  minor: 'only what was an open question is answered differently',
  major: 'something that was decided is decided otherwise or open again',
};

/** The difference for a person at a terminal. */
export function diffText(difference: Difference, terminal: Terminal): string {
  const paint = painter(terminal);
  const { before, after, contents, lines, source, projects, projectSource, combinations, bump } = difference;
  const out = [
    `${paint('bold', `${before.ref} (${before.commit}, edition ${before.edition}) against the working tree (edition ${after.edition})`)}`,
    ...notes(difference),
  ];
  for (const { kind, ...lists } of contents)
    for (const [what, ids] of Object.entries(lists) as [string, string[]][])
      if (ids.length > 0) out.push(`${capital(kind)} ${what}: ${someOf(ids)}`);
  out.push('', paint('bold', answeredHeading(lines.length, source.lines, source.name)));
  for (const group of grouped(lines)) {
    out.push(`${answerWords(group.from)} -> ${answerWords(group.to)}: ${groupWords(group)}`);
    for (const { line } of group.changes.slice(0, SHOWN)) out.push(`  “${line.text}” (${line.supplyType})`);
    if (group.changes.length > SHOWN) out.push(`  and ${group.changes.length - SHOWN} more`);
  }
  out.push('', paint('bold', answeredHeading(projects.length, projectSource.projects, projectSource.name)));
  for (const group of groupedProjects(projects)) {
    out.push(projectGroupWords(group));
    for (const { name } of group.projects.slice(0, SHOWN)) out.push(`  ${name}`);
    if (group.projects.length > SHOWN) out.push(`  and ${group.projects.length - SHOWN} more`);
  }
  out.push('', paint('bold', combinationsHeading(combinations.changes)));
  for (const change of combinations.changes) {
    out.push(`${change.from} -> ${change.to}`, `  ${witnessWords(change)}`);
  }
  out.push('', `${paint('bold', `Suggested: ${bump}`)} (${BUMPS[bump]}).${editionWords(difference)}`);
  return out.join('\n');
}

/** The difference as a comment on a pull request. */
export function diffMarkdown(difference: Difference): string {
  const { before, after, contents, lines, source, projects, projectSource, combinations, bump } = difference;
  const groups = grouped(lines);
  const out = [
    `### What these rules answer differently`,
    '',
    `Against \`${before.ref}\` (${before.commit}). **Suggested: ${bump}**: ${BUMPS[bump]}.${editionWords(difference)}`,
    '',
    ...notes(difference).flatMap((note) => [`> ${note}`, '']),
  ];
  for (const { kind, ...lists } of contents)
    for (const [what, ids] of Object.entries(lists) as [string, string[]][])
      if (ids.length > 0) out.push(`- ${capital(kind)} ${what}: ${someOf(ids.map((id) => `\`${id}\``))}`);
  if (contents.length > 0) out.push('');
  out.push(`**${answeredHeading(lines.length, source.lines, source.name)}**`, '');
  if (groups.length > 0) {
    out.push('| from | to | lines | claim moves by |', '|---|---|---:|---:|');
    for (const { from, to, changes, moved } of groups)
      out.push(`| ${cell(answerWords(from))} | ${cell(answerWords(to))} | ${changes.length} | ${poundsText(moved)} |`);
    out.push('', '<details><summary>The lines</summary>', '');
    for (const group of groups) {
      out.push(`${cell(answerWords(group.from))} → ${cell(answerWords(group.to))}`, '');
      for (const { line, before: was, after: is } of group.changes.slice(0, SHOWN * 4))
        out.push(
          `- ${cell(line.text)} (${line.supplyType}, ${line.taxPoint}): ${poundsText(was.reclaimable)} → ${poundsText(is.reclaimable)}`,
        );
      if (group.changes.length > SHOWN * 4) out.push(`- and ${group.changes.length - SHOWN * 4} more`);
      out.push('');
    }
    out.push('</details>', '');
  }
  out.push(`**${answeredHeading(projects.length, projectSource.projects, projectSource.name)}**`, '');
  for (const group of groupedProjects(projects)) {
    const names = group.projects.slice(0, SHOWN).map(({ name }) => cell(name));
    const more = group.projects.length > SHOWN ? `; and ${group.projects.length - SHOWN} more` : '';
    out.push(`- ${cell(projectGroupWords(group))}: ${names.join('; ')}${more}`);
  }
  if (projects.length > 0) out.push('');
  out.push(`**${combinationsHeading(combinations.changes)}**`, '');
  if (combinations.changes.length > 0) {
    out.push('| from | to | shows for |', '|---|---|---|');
    for (const change of combinations.changes)
      out.push(`| ${cell(change.from)} | ${cell(change.to)} | ${cell(witnessWords(change))} |`);
    out.push('');
  }
  out.push(`Edition ${before.edition} → ${after.edition}.`);
  return `${out.join('\n')}\n`;
}

function notes({ before, combinations }: Difference): string[] {
  const told: string[] = [];
  if (before.borrowed.length > 0)
    told.push(`${before.borrowed.join(', ')} did not exist then; today's was read with the old rules.`);
  if (combinations.sampled.length > 0)
    told.push(
      `${combinations.sampled.join(', ')}: too many combinations of facts, so only the neighbourhood of each rule was compared.`,
    );
  return told;
}

function answeredHeading(changed: number, of: number, name: string): string {
  return `${changed.toLocaleString('en-GB')} of ${of.toLocaleString('en-GB')} ${name} ${changed === 1 ? 'is' : 'are'} answered differently`;
}

function combinationsHeading(changes: readonly VerdictChange[]): string {
  return changes.length === 0
    ? 'No combination of facts is answered differently'
    : `Combinations of facts are answered differently in ${changes.length} way${changes.length === 1 ? '' : 's'}`;
}

function editionWords({ before, after, bump }: Difference): string {
  return bump !== 'patch' && before.edition === after.edition
    ? ` The edition is still ${after.edition}: raise it when this is published.`
    : '';
}

function groupWords({ changes, moved }: LineGroup): string {
  const count = `${changes.length} line${changes.length === 1 ? '' : 's'}`;
  return moved === 0 ? count : `${count}, ${moved > 0 ? '+' : ''}${poundsText(moved)} on the claim`;
}

function answerWords({ treatment, rule, question }: Pick<LineAnswer, 'treatment' | 'rule' | 'question'>): string {
  const by = rule ?? (question === null ? null : `asks ${question}`);
  return `${treatment.replace(/_/g, ' ')}${by === null ? '' : ` (${by})`}`;
}

function projectGroupWords({ before, after, checks, projects }: ProjectGroup): string {
  const count = `${projects.length} project${projects.length === 1 ? '' : 's'}`;
  const ends = checks.map(
    ({ check, before: was, after: is }) => `${check} ${was ?? 'not there'} -> ${is ?? 'not there'}`,
  );
  return `${outcomeWords(before)} -> ${outcomeWords(after)} (${ends.join(', ')}): ${count}`;
}

function outcomeWords({ outcome, scheme }: ProjectAnswer): string {
  return `${outcome.replace(/_/g, ' ')}${scheme === null ? '' : ` ${scheme}`}`;
}

function witnessWords({ route, supplyType, date, witness }: VerdictChange): string {
  const facts = Object.entries(witness.facts).map(([fact, value]) => `${fact} ${value ?? 'not known'}`);
  const line = witness.line === undefined ? [] : [`“${witness.line}”`];
  return [...line, `${route} ${supplyType}`, `on ${date}`, ...facts].join(', ');
}

function someOf(ids: readonly string[]): string {
  const rest = ids.length - IDS_SHOWN;
  return ids.slice(0, IDS_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Text of a line can hold what Markdown would read as its own. */
function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
}
