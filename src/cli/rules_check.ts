import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, parseConfirmedAnswer } from '../rulebook/answers.js';
import type { Concept } from '../rulebook/catalogue.js';
import { type Line, NOTHING_MORE_TOLD } from '../rulebook/line.js';
import { wordingOf } from '../rulebook/meaning/wording.js';
import type { Rule, RuleExample } from '../rulebook/model.js';
import { type Problem, SourceFile } from '../rulebook/problems.js';
import type { Rulebook } from '../rulebook/rulebook.js';

export interface CheckReport {
  rules: number;
  examples: number;
  concepts: number;
  terms: number;
  lookalikes: number;
  questions: number;
  /** Examples and look-alikes that do not hold, each where it is written. */
  problems: Problem[];
}

/**
 * Runs what the authors wrote beside their rules: every example of every rule, and every look-alike of every concept.
 * @param rulesDir folder the book was loaded from, to say at which line a failing example stands.
 * @param today ISO date for examples without a tax point.
 */
export async function checkRulebook(book: Rulebook, rulesDir: string, today: string): Promise<CheckReport> {
  const places = new Places(rulesDir);
  const problems: Problem[] = [];
  let examples = 0;
  for (const rule of book.rules) {
    for (const [index, example] of rule.examples.entries()) {
      examples++;
      const fault = await exampleFault(book, rule, example, today);
      if (fault !== null)
        problems.push({ ...places.ofExample(rule, index), severity: 'error', id: rule.id, message: fault });
    }
  }
  let lookalikes = 0;
  for (const concept of book.catalogue.concepts) {
    const lists = [
      { name: 'are', wanted: true },
      { name: 'areNot', wanted: false },
    ] as const;
    for (const { name, wanted } of lists) {
      for (const [index, text] of concept.lookalikes[name].entries()) {
        lookalikes++;
        const reading = book.reader.read(text);
        const head = reading.head?.mention.concept.id ?? null;
        // A line with words of work or hire is about the work or the hire, whatever thing it names.
        const isThing =
          head === concept.id &&
          (wanted || ['nothing', 'goods_alone', 'goods_hints'].includes(wordingOf(reading)) || !isGoods(concept));
        if (isThing === wanted) continue;
        const read =
          head === null
            ? `as unknown${reading.unknownWord === null ? '' : ` (“${reading.unknownWord}” is not known)`}`
            : `as ${head}`;
        const message = wanted
          ? `look-alike “${text}” should be this, but is read ${read}`
          : `look-alike “${text}” should not be this, but is read as it`;
        problems.push({ ...places.ofLookalike(concept.id, name, index), severity: 'error', id: concept.id, message });
      }
    }
  }
  problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
  return {
    rules: book.rules.length,
    examples,
    concepts: book.catalogue.concepts.length,
    terms: book.catalogue.termCount,
    lookalikes,
    questions: book.questions.size,
    problems,
  };
}

function isGoods(concept: Concept): boolean {
  return concept.goodsAlone !== 'not_goods';
}

/** The line an example describes; route and first supply type of its rule unless it says otherwise. */
export function exampleLine(book: Rulebook, rule: Rule, example: RuleExample, today: string): Line {
  return {
    ...NOTHING_MORE_TOLD,
    route: rule.route,
    supplyType: example.supplyType ?? rule.supplyTypes[0] ?? 'other',
    text: example.line,
    net: Math.round(example.net * 100),
    vat: Math.round(example.vat * 100),
    taxPoint: example.taxPoint ?? today,
    taxPointGiven: example.taxPoint !== undefined,
    completionDate: example.completionDate ?? null,
    country: (example.country ?? null) as Line['country'],
    projectType: (example.projectType ?? null) as Line['projectType'],
    esmInvoiceCtx: example.esmInvoiceCtx ?? false,
    saiInvoiceCtx: example.saiInvoiceCtx ?? false,
    answers: parseConfirmedAnswer(example.answer, book.questions),
  };
}

async function exampleFault(book: Rulebook, rule: Rule, example: RuleExample, today: string): Promise<string | null> {
  const of = (id: string) => (id === 'this' ? rule.id : id);
  for (const id of [example.is, example.not])
    if (id !== undefined && id !== 'this' && !book.rule(id))
      return `example “${example.line}” names an unknown rule "${id}"`;
  if (example.is === undefined && example.not === undefined)
    return `example “${example.line}” says neither what it is nor what it is not`;
  try {
    const { rule: decided, classification } = await book.classify(exampleLine(book, rule, example, today));
    const got = decided?.id ?? `no rule (${classification.treatment})`;
    if (example.is !== undefined && got !== of(example.is))
      return `example “${example.line}” should be ${of(example.is)}, but is decided by ${got}`;
    if (example.not !== undefined && got === of(example.not))
      return `example “${example.line}” should not be ${of(example.not)}, but is decided by it`;
    return null;
  } catch (error) {
    if (error instanceof InputError) return `example “${example.line}” is refused: ${error.message}`;
    throw error;
  }
}

/** Where things stand in the files; read again only when something failed. */
class Places {
  private readonly parsed = new Map<string, SourceFile | null>();
  private conceptFiles: Map<string, { file: SourceFile; index: number }> | null = null;

  constructor(private readonly rulesDir: string) {}

  ofExample(rule: Rule, index: number): Pick<Problem, 'file' | 'line' | 'column'> {
    const file = this.source(rule.file);
    const rules = (file?.value as { rules?: { id: string }[] } | undefined)?.rules ?? [];
    const at = rules.findIndex((r) => r.id === rule.id);
    return {
      file: rule.file,
      ...(file && at >= 0 ? file.at(['rules', at, 'examples', index]) : { line: rule.line, column: 1 }),
    };
  }

  ofLookalike(conceptId: string, list: 'are' | 'areNot', index: number): Pick<Problem, 'file' | 'line' | 'column'> {
    const found = this.concepts().get(conceptId);
    if (!found) return { file: 'rules/catalogue/concepts', line: 1, column: 1 };
    return { file: found.file.file, ...found.file.at(['concepts', found.index, 'lookalikes', list, index]) };
  }

  private concepts(): Map<string, { file: SourceFile; index: number }> {
    if (this.conceptFiles) return this.conceptFiles;
    this.conceptFiles = new Map();
    const folder = 'catalogue/concepts';
    for (const name of readdirSync(join(this.rulesDir, folder)).filter((n) => n.endsWith('.yaml'))) {
      const file = this.source(`rules/${folder}/${name}`);
      const concepts = (file?.value as { concepts?: { id: string }[] } | undefined)?.concepts ?? [];
      if (file) for (const [index, concept] of concepts.entries()) this.conceptFiles.set(concept.id, { file, index });
    }
    return this.conceptFiles;
  }

  /** `name` as problems show it: "rules/" and the path below the folder of rules. */
  private source(name: string): SourceFile | null {
    const known = this.parsed.get(name);
    if (known !== undefined) return known;
    const file = SourceFile.parse(name, readFileSync(join(this.rulesDir, name.replace(/^rules\//, '')), 'utf8'), []);
    this.parsed.set(name, file);
    return file;
  }
}
