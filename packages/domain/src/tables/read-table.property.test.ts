import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { defineSentences } from '../kernel/refusals.ts';
import { createBreath } from './breath.ts';
import { readTable } from './read-table.ts';
import type { Sought } from './sought.ts';
import { csvOf, xlsxParts, zipOf } from './table.fixture.ts';

const runs = 60;
const words = defineSentences({ many: 'several: {sheets}', other: 'another kind' });
const header = ['First', 'Second', 'Third'];
const list: Sought = {
  isIn: (rows) => rows.some(({ cells }) => header.every((name, at) => cells[at] === name)),
  refuse: (found) => new DomainError('invalid_input', 'No list.', { issues: found }),
  severalSheets: words.many,
  instead: { picture: words.other, pdf: words.other, document: words.other },
};
/** Texts with quotes, separators, line breaks and scripts of all kinds. */
const text = fc
  .oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('a,b;c\td', 'she said "hi"', 'line\nbreak', 'Wanjikũ 🌍', '=1+1'),
  )
  .map((each) => each.replace(/[^\P{Cc}\n\t]|\p{Cn}/gu, '').toWellFormed());
const rowsOfText = fc.array(fc.tuple(text, text, text), { maxLength: 20 });
const shape = fc.record({
  isXlsx: fc.boolean(),
  isInline: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t'),
  bom: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n'),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function fileOf(rows: string[][], { isXlsx, isInline, ...csv }: Shape): Uint8Array {
  return isXlsx ? zipOf(xlsxParts({ List: rows }, isInline ? 'inline' : 'shared')) : csvOf(rows, csv);
}

it('any table is read back row by row, whatever the file looks like', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfText, shape, async (body, as) => {
      // A mark keeps each cell from being empty, a formula or a text mark.
      const marked = body.map((row) => row.map((each) => `x ${each}`));
      const { rows } = await readTable(fileOf([header, ...marked], as), list, createBreath());
      const seen = (each: string) => each.replace(/[\s\p{Zs}]+/gu, ' ').trim();
      expect(rows.slice(1).map(({ cells }) => cells)).toEqual(
        marked.map((row) => row.map((each) => seen(each.replace(/\p{Cf}/gu, '')))),
      );
    }),
    { numRuns: runs },
  );
});

it('a file that is broken anywhere is read or refused, and never fails otherwise', async () => {
  const hits = fc.array(fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rowsOfText, shape, hits, async (body, as, broken) => {
      const bytes = Uint8Array.from(fileOf([header, ...body], as));
      for (const { at, byte } of broken) bytes[at % bytes.length] = byte;
      const outcome = await readTable(bytes, list, createBreath()).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DomainError);
    }),
    { numRuns: runs },
  );
});
