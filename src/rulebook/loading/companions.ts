import { areaOf, type Catalogue } from '../catalogue.js';
import type { AnswerNamed, CompanionTable, LinesLike } from '../companions.js';
import type { Question } from '../model.js';
import { didYouMean, type Path } from '../problems.js';
import type { ConceptNames } from './concepts.js';
import type { FactWords } from './facts.js';
import type { Findings } from './findings.js';
import { checkPlaceholders } from './placeholder_check.js';

const FILE = 'companions.yaml';

/** The tables of companions.yaml, with every id they name there. */
export function loadCompanions(
  findings: Findings,
  facts: FactWords,
  catalogue: Catalogue,
  { questions, statements }: ConceptNames,
): CompanionTable {
  const table = findings.value<CompanionTable>(FILE);
  const concepts = new Set(catalogue.concepts.map((c) => c.id));
  const areas = new Set([...concepts].map(areaOf));

  const checkLike = (path: Path, like: LinesLike) => {
    findings.allKnown(FILE, [...path, 'things'], like.things, concepts, 'concept');
    findings.allKnown(FILE, [...path, 'notThings'], like.notThings, concepts, 'concept');
    findings.allKnown(FILE, [...path, 'areas'], like.areas, areas, 'area');
    findings.allKnown(FILE, [...path, 'says'], like.says, statements, 'statement');
    for (const [fact, values] of Object.entries(like.facts ?? {})) {
      const at = [...path, 'facts', fact];
      if (facts.checkFact(FILE, at, fact))
        values.forEach((value, k) => {
          facts.checkValue(FILE, [...at, k], fact, value);
        });
    }
  };
  const checkLikes = (key: 'never' | 'roles' | 'ownAim' | 'installed') => {
    table[key].forEach((row, i) => {
      checkLike([key, i], row);
    });
  };
  const checkAnswer = (path: Path, named: AnswerNamed) => {
    findings.known(FILE, [...path, 'question'], named.question, questions, 'question');
    checkAnswerOf(findings, [...path, 'answer'], questions.get(named.question), named.answer);
  };

  findings.allKnown(FILE, ['jobQuestions'], table.jobQuestions, questions, 'question');
  checkAnswer(['differentJobs'], table.differentJobs);
  checkAnswer(['worksLead'], table.worksLead);
  for (const key of ['wider', 'carryNothing'] as const) {
    table[key].forEach((row, i) => {
      checkAnswer([key, i], row);
    });
  }
  const { question, notTheirs } = table.labourBesideGoods;
  findings.known(FILE, ['labourBesideGoods', 'question'], question, questions, 'question');
  checkAnswerOf(findings, ['labourBesideGoods', 'notTheirs'], questions.get(question), notTheirs);
  for (const key of ['never', 'roles', 'ownAim', 'installed'] as const) checkLikes(key);
  for (const section of ['evidence', 'chargedAgain'] as const)
    for (const [key, rows] of Object.entries<LinesLike[]>(table[section] ?? {}))
      rows.forEach((row, i) => {
        checkLike([section, key, i], row);
      });
  table.families.forEach((family, i) => {
    const path = ['families', i];
    findings.allKnown(FILE, [...path, 'mains'], family.mains, concepts, 'concept');
    findings.allKnown(FILE, [...path, 'things'], family.things, concepts, 'concept');
    findings.allKnown(FILE, [...path, 'areas'], family.areas, areas, 'area');
  });
  table.trades?.forEach((trade, i) => {
    findings.allKnown(FILE, ['trades', i, 'works'], trade.works, concepts, 'concept');
    findings.allKnown(FILE, ['trades', i, 'areas'], trade.areas, areas, 'area');
  });
  findings.allKnown(FILE, ['smallThings'], table.smallThings, concepts, 'concept');
  table.shares.forEach((fact, i) => {
    facts.checkNamed(FILE, ['shares', i], fact);
  });
  table.asMain.facts.forEach((fact, i) => {
    facts.checkNamed(FILE, ['asMain', 'facts', i], fact);
  });
  for (const [column, named] of Object.entries(table.goodsNamed)) {
    const allowed = facts.of('goodsAlone');
    if (!allowed.has(column))
      findings.reportKey(
        FILE,
        ['goodsNamed', column],
        `unknown claim column "${column}"${didYouMean(column, allowed)}`,
      );
    facts.checkValue(FILE, ['goodsNamed', column], 'goodsNamed', named);
  }
  table.installed.forEach((row, i) => {
    facts.checkSets(FILE, ['installed', i, 'sets'], row.sets);
    checkPlaceholders(findings, FILE, ['installed', i, 'holds'], row.holds, 'installed');
  });
  for (const [key, { asks, says }] of Object.entries(table.holds)) {
    findings.known(FILE, ['holds', key, 'asks'], asks, questions, 'question');
    checkPlaceholders(findings, FILE, ['holds', key, 'says'], says, key);
  }
  for (const [key, text] of Object.entries(table.tells)) checkPlaceholders(findings, FILE, ['tells', key], text, key);
  return table;
}

function checkAnswerOf(findings: Findings, path: Path, question: Question | undefined, answer: string): void {
  if (question === undefined) return;
  const answers = new Set(question.answers.map((a) => a.id));
  findings.known(FILE, path, answer, answers, `answer to ${question.id}`);
}
