import fc from 'fast-check';
import { expect } from 'vitest';
import { termsOf } from '../../src/rulebook/catalogue.js';
import { COMPLEX_TYPE_HINTS, ESM_STATUSES, type Line, RELATIONS } from '../../src/rulebook/line.js';
import { ROUTES } from '../../src/rulebook/model.js';
import { singular } from '../../src/rulebook/words.js';
import { line } from '../rulebook/book.js';
import { claim, holds, type Subject, said } from './subject.js';

/** What never becomes or raises a claim. */
export function claims({ book, any, group, property }: Subject): void {
  let vocabulary: Set<string> | undefined;
  const known = (word: string): boolean => {
    vocabulary ??= new Set(
      book.catalogue.concepts
        .flatMap(termsOf)
        .flatMap((t) => book.reader.read(t).words)
        .map((w) => w.form),
    );
    return book.reader.read(word).words.every((w) => vocabulary?.has(w.form));
  };

  group('what never becomes a claim', () => {
    property('words that no list knows', () =>
      holds(
        fc.tuple(
          fc.array(fc.oneof(any.unknownWord, any.size, any.reference), { minLength: 1, maxLength: 5 }),
          any.anyLine,
        ),
        80,
        async ([parts, given]) => {
          const made = { ...given, text: any.joined(['zorquib', ...parts]) };
          const c = await book.classify(made);
          expect(claim(c), said(made, c)).toBe(0);
        },
      ),
    );

    property('random text', () =>
      holds(fc.tuple(fc.string({ unit: 'binary', maxLength: 60 }), any.anyLine), 60, async ([text, given]) => {
        const made = { ...given, text };
        const c = await book.classify(made);
        if (c.product === null) expect(claim(c), said(made, c)).toBe(0);
      }),
    );

    const misspeltNever = (words: (term: { text: string }) => boolean, runs: number) =>
      holds(
        fc.tuple(any.term, fc.nat(), fc.nat(), fc.constantFrom(...EDITS), fc.constantFrom(...ROUTES)),
        runs,
        async ([term, whichWord, whichLetter, edit, route]) => {
          if (!words(term)) return;
          const printed = term.text.split(' ');
          const at = whichWord % printed.length;
          const wrong = misspelt(printed[at] as string, whichLetter, edit);
          // Another real word is another thing, not a misspelling; shorter words have too many neighbours to be repaired.
          if (
            wrong === null ||
            known(wrong) ||
            [wrong, printed[at] as string].some((word) => singular(word.toLowerCase()).length < 5)
          )
            return;
          const right = line({ text: term.text, route });
          const made = { ...right, text: printed.with(at, wrong).join(' ') };
          const [before, after] = [await book.classify(right), await book.classify(made)];
          expect(claim(after), `${said(made, after)}; right: ${said(right, before)}`).toBeLessThanOrEqual(
            claim(before),
          );
        },
      );

    property('a name of one word with a letter wrong', () => misspeltNever((term) => !term.text.includes(' '), 400));

    property('a name of several words with a letter wrong in one', () =>
      misspeltNever((term) => term.text.includes(' '), 200),
    );

    property('excluded things in colours, brands and sizes, or with accessories', () =>
      holds(
        fc.tuple(
          any.excludedTerm,
          any.size,
          any.brand,
          any.colour,
          fc.constantFrom('', 'with', 'including', 'c/w', ',', '&'),
          any.claimableTerm,
        ),
        150,
        async ([thing, size, brand, colour, joiner, accessory]) => {
          const bare = line({ text: thing.text });
          const before = await book.classify(bare);
          if (claim(before) > 0) return;
          const text = any.joined([size, brand, colour, thing.text, joiner, joiner === '' ? '' : accessory.text]);
          const made = { ...bare, text };
          const after = await book.classify(made);
          // With the colour or the brand it may be the name of another thing ("chrome tube").
          if (after.product && after.product.matchedText !== before.product?.matchedText) return;
          expect(claim(after), `${said(made, after)}; bare: ${said(bare, before)}`).toBe(0);
        },
      ),
    );
  });

  group('more information never raises a claim', () => {
    const notRaised = async (plain: Line, more: Line) => {
      const [before, after] = [await book.classify(plain), await book.classify(more)];
      const told = `${JSON.stringify(more)} ${said(more, after)}; without: ${said(plain, before)}`;
      expect(claim(after), told).toBeLessThanOrEqual(claim(before));
    };

    property('the other lines of the invoice, hints and what the caller thinks it is', () =>
      holds(
        fc.tuple(
          any.anyLine,
          fc.record(
            {
              esmInvoiceCtx: fc.constant(true),
              saiInvoiceCtx: fc.constant(true),
              complexTypeHint: fc.constantFrom(...COMPLEX_TYPE_HINTS),
              esmStatus: fc.constantFrom(...ESM_STATUSES),
              relation: fc.constantFrom(...RELATIONS),
              supplierVatRegistered: fc.boolean(),
              newDwelling: fc.constantFrom('no' as const, 'unsure' as const),
              projectType: fc.constantFrom('extension' as const, 'renovation' as const, 'mixed' as const),
              completionDate: fc.constantFrom('2020-01-01', '2024-06-01', '2030-01-01'),
            },
            { requiredKeys: [] },
          ),
        ),
        150,
        async ([given, hints]) => {
          const plain = { ...given, projectType: null, newDwelling: null, esmStatus: null, relation: null };
          await notRaised(plain, { ...plain, ...hints });
        },
      ),
    );

    property('words of supply', () =>
      holds(fc.tuple(any.anyLine, any.signal), 150, async ([given, signal]) => {
        // Some name work themselves ("strip out"), which is another line and not another supply of this one.
        if (book.reader.read(signal).head !== null) return;
        // A stated `other` says nothing of how it was supplied, so words may settle it.
        const supplyType = given.supplyType === 'other' ? 'materials' : given.supplyType;
        // Nor is there doubt from other lines here: "supply only" rightly settles that.
        const plain: Line = { ...given, supplyType, relation: null };
        const more = { ...plain, text: `${plain.text} ${signal}` };
        const { rule } = await book.classify(more);
        // 5% on a conversion is the rate of works alone, so words of work answer the question why goods carry it.
        if (rule?.id === '431c.works.reduced') return;
        // The line asks who fitted the goods, and "supply only" answers just that.
        if ((await book.classify(plain)).question?.id === 'sai_who_fitted') return;
        await notRaised(plain, more);
      }),
    );
  });
}

const EDITS = ['drop', 'swap', 'double', 'replace'] as const;

/** Words of five letters and more; shorter ones are too near one another to be repaired. */
function misspelt(word: string, letter: number, edit: (typeof EDITS)[number]): string | null {
  if (word.length < (edit === 'drop' ? 6 : 5) || !/^[a-z]+$/i.test(word)) return null;
  const i = 1 + (letter % (word.length - 2));
  const [before, at, after, rest] = [word.slice(0, i), word.charAt(i), word.charAt(i + 1), word.slice(i + 2)];
  const made = {
    drop: before + after + rest,
    swap: before + after + at + rest,
    double: before + at + at + after + rest,
    replace: `${before}${at === 'e' ? 'o' : 'e'}${after}${rest}`,
  }[edit];
  return made === word ? null : made;
}
