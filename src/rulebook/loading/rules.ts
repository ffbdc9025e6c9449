import type { Citations } from '../citations.js';
import type { Condition } from '../conditions.js';
import { type Question, ROUTES, type Route, type Rule, type SupplyType } from '../model.js';
import { didYouMean, type Path } from '../problems.js';
import { checkCitations } from './citation_check.js';
import type { ConditionReader } from './conditions.js';
import type { Findings } from './findings.js';
import { inOneShape } from './one_shape.js';
import { checkPlaceholders } from './placeholder_check.js';

/** A rule as its file has it. */
type WrittenRule = Omit<Rule, 'when' | 'overrides' | 'route' | 'supplyTypes' | 'file' | 'line'> & {
  when: unknown;
  overrides?: string[];
};

interface RuleFileShape {
  route: Route;
  supplyType: SupplyType | SupplyType[];
  rules: WrittenRule[];
}

interface Placed {
  rule: Rule;
  name: string;
  path: Path;
}

/** The rules of both routes, in the order of their files. */
export function loadRules(
  findings: Findings,
  conditions: ConditionReader,
  questions: ReadonlyMap<string, Question>,
  citations: Citations,
): Rule[] {
  const placed: Placed[] = [];
  const ids = new Set<string>();
  for (const [name, file] of findings.under('self_build_')) {
    const shape = file.value as RuleFileShape;
    const folder = name.slice(0, name.indexOf('/'));
    const route = ROUTES.find((r) => r === folder) ?? shape.route;
    if (shape.route !== folder) findings.report(name, ['route'], `a file in this folder must have route ${folder}`);
    for (const [written, i] of findings.entries<WrittenRule>(file, 'rules')) {
      const path = ['rules', i];
      if (ids.has(written.id))
        findings.report(name, [...path, 'id'], `rule "${written.id}" is defined twice`, written.id);
      ids.add(written.id);
      for (const key of ['because', 'action', 'warning'] as const)
        checkPlaceholders(findings, name, [...path, key], written[key], written.id);
      checkRule(findings, name, path, written, route, questions);
      checkCitations(findings, name, [...path, 'citations'], written.citations, citations, written.id);
      const rule: Rule = {
        ...written,
        when: conditions.read(name, [...path, 'when'], written.when, written.id),
        overrides: written.overrides ?? [],
        route,
        supplyTypes: Array.isArray(shape.supplyType) ? shape.supplyType : [shape.supplyType],
        file: file.file,
        line: () => file.at(path).line,
      };
      placed.push({ rule, name, path });
    }
  }
  checkOverrides(findings, placed, ids);
  checkTwins(findings, placed);
  return inOneShape(placed.map(({ rule }) => rule));
}

function checkRule(
  findings: Findings,
  name: string,
  path: Path,
  { id, outcome, effective, answerable }: WrittenRule,
  route: Route,
  questions: ReadonlyMap<string, Question>,
): void {
  const prefix = `${route.replace('self_build_', '')}.`;
  if (!id.startsWith(prefix))
    findings.report(name, [...path, 'id'], `a rule of ${route} has an id that starts with "${prefix}"`, id);
  const asked = outcome.question;
  if (asked !== 'doubt' && asked !== 'product')
    findings.known(name, [...path, 'outcome', 'question'], asked, questions, 'question', id);
  findings.known(name, [...path, 'answerable'], answerable, questions, 'question', id);
  if ((outcome.treatment === 'needs_answer') !== (asked !== undefined))
    findings.report(
      name,
      [...path, 'outcome'],
      'a rule asks a question exactly when its treatment is needs_answer',
      id,
    );
  if (effective.to !== null && effective.to < effective.from)
    findings.report(name, [...path, 'effective'], 'the rule ends before it begins', id);
}

function checkOverrides(findings: Findings, placed: readonly Placed[], ids: ReadonlySet<string>): void {
  for (const { rule, name, path } of placed) {
    rule.overrides.forEach((id, k) => {
      if (!ids.has(id) && !findings.isDamaged(id))
        findings.report(
          name,
          [...path, 'overrides', k],
          `overrides an unknown rule "${id}"${didYouMean(id, ids)}`,
          rule.id,
        );
    });
  }
}

/** Two rules of one condition that some line may meet together would always conflict. */
function checkTwins(findings: Findings, placed: readonly Placed[]): void {
  const earlier = new Map<string, Rule[]>();
  for (const { rule, name, path } of placed) {
    const condition = inOneOrder(rule.when);
    const alike = earlier.get(condition) ?? [];
    const twin = alike.find((other) => bothInForce(rule, other));
    if (twin)
      findings.report(
        name,
        [...path, 'when'],
        `the rule has the condition of "${twin.id}" (${twin.file}:${twin.line()}), for a supply type and dates of both, so both apply; let one override the other`,
        rule.id,
      );
    earlier.set(condition, [...alike, rule]);
  }
}

/** Two rules that some line of some date may meet together, with neither an exception to the other. */
function bothInForce(a: Rule, b: Rule): boolean {
  return (
    a.id !== b.id &&
    a.route === b.route &&
    a.supplyTypes.some((type) => b.supplyTypes.includes(type)) &&
    (b.effective.to === null || a.effective.from <= b.effective.to) &&
    (a.effective.to === null || b.effective.from <= a.effective.to) &&
    !a.overrides.includes(b.id) &&
    !b.overrides.includes(a.id)
  );
}

/** A condition as text in which the order of its parts and its names do not matter. */
function inOneOrder(condition: Condition): string {
  switch (condition.kind) {
    case 'unknown':
      return `${condition.fact}?`;
    case 'in':
      return `${condition.fact}${condition.negated ? '!' : ''}=${[...condition.values].sort().join('|')}`;
    case 'not':
      return `not(${inOneOrder(condition.of)})`;
    default:
      return `${condition.kind}(${condition.of.map(inOneOrder).sort().join()})`;
  }
}
