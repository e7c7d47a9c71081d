import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { csvOf, xlsxParts, zipOf } from '../tables/table.fixture.ts';
import { readStatement } from './read-statement.ts';
import { usualHeader } from './statement.fixture.ts';

const runs = 60;
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const receipt = fc
  .array(fc.constantFrom(...letters), { minLength: 9, maxLength: 9 })
  .map((parts) => `${parts.join('')}7`)
  // A word of the provider's own would make the row totals.
  .filter((text) => !text.startsWith('TOTAL'));
/** Texts of customers: quotes, separators, line breaks and scripts of all kinds. */
const words = fc
  .oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('a,b;c\td', 'she said "hi"', 'line\nbreak', 'Wanjikũ 🌍', '=1+1'),
  )
  .map((text) => text.replace(/[^\P{Cc}\n\t]|\p{Cn}/gu, '').toWellFormed());
const sum = fc.integer({ min: 1, max: 50_000_000_00 });
const second = fc.integer({ min: Date.UTC(2020, 0, 13) / 1_000, max: Date.UTC(2035, 0, 1) / 1_000 });
const line = fc.record({
  receipt,
  second,
  cents: sum,
  isIn: fc.boolean(),
  isNegative: fc.boolean(),
  balance: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000_000 }), { nil: null }),
  details: words,
  status: fc.constantFrom('Completed', 'Completed', 'COMPLETED', 'Failed', 'Expired'),
});
type Line = (typeof line extends fc.Arbitrary<infer T> ? T : never) & object;

const two = (number: number) => String(number).padStart(2, '0');

/** Times are written with the year first, which no other date of the file can make ambiguous. */
function eatText(at: number): string {
  return new Date((at + 3 * 3_600) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}

function kes(cents: number, separators: boolean): string {
  const [whole, sign] = [Math.floor(Math.abs(cents) / 100), cents < 0 ? '-' : ''];
  return `${sign}${separators ? whole.toLocaleString('en-US') : whole}.${two(Math.abs(cents) % 100)}`;
}

function cellsOf(each: Line, separators: boolean): Record<string, string> {
  const sign = each.isNegative ? -1 : 1;
  return {
    'Receipt No.': each.receipt,
    'Completion Time': eatText(each.second),
    Details: `Paid ${each.details}`.trim(),
    'Transaction Status': each.status,
    'Paid In': each.isIn ? kes(each.cents, separators) : '',
    Withdrawn: each.isIn ? '' : kes(sign * each.cents, separators),
    Balance: each.balance === null ? '' : kes(each.balance, separators),
  };
}

const file = fc.record({
  lines: fc.array(line, { maxLength: 30 }),
  columns: fc.shuffledSubarray(usualHeader, { minLength: usualHeader.length, maxLength: usualHeader.length }),
  above: fc.array(fc.array(words, { maxLength: 4 }), { maxLength: 5 }),
  empty: fc.nat({ max: 5 }),
  separators: fc.boolean(),
  shape: fc.record({
    isXlsx: fc.boolean(),
    isInline: fc.boolean(),
    delimiter: fc.constantFrom(',', ';', '\t'),
    bom: fc.boolean(),
    newline: fc.constantFrom('\n', '\r\n'),
  }),
});

describe('any generated statement', () => {
  it('is read back line by line, whatever the file looks like', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ lines, columns, above, empty, separators, shape }) => {
        const body = lines.map((each) => {
          const cells = cellsOf(each, separators);
          return columns.map((name) => cells[name] ?? '');
        });
        const rows = [...above, columns, ...body, ...Array.from({ length: empty }, () => [''])];
        const bytes = shape.isXlsx
          ? zipOf(xlsxParts({ Statement: rows }, shape.isInline ? 'inline' : 'shared'))
          : csvOf(rows, shape);
        const reading = await readStatement(bytes);
        expect(reading.problems).toEqual([]);
        const done = lines.filter(({ status }) => status.toLowerCase() === 'completed');
        expect(
          reading.lines.map(({ receipt: id, completedAt, paidInCents, withdrawnCents, balanceCents, details }) => [
            id,
            completedAt.getTime() / 1_000,
            paidInCents,
            withdrawnCents,
            balanceCents,
            details,
          ]),
        ).toEqual(
          done.map((each) => [
            each.receipt,
            each.second,
            each.isIn ? each.cents : 0,
            each.isIn ? 0 : each.cents,
            each.balance,
            `Paid ${each.details}`.replace(/\s+/g, ' ').trim(),
          ]),
        );
        expect(reading.idle.length).toBe(lines.length - done.length);
      }),
      { numRuns: runs },
    );
  });

  it('never fails otherwise than by refusing the file, and loses no row, whatever is broken', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.oneof(words, receipt, fc.constantFrom('Completed', '1.00', '20-11-2026 10:00:00')), {
            maxLength: 14,
          }),
          { maxLength: 20 },
        ),
        fc.boolean(),
        fc.array(fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }), { maxLength: 8 }),
        async (body, isXlsx, hits) => {
          const rows = [usualHeader, ...body];
          const whole = isXlsx ? zipOf(xlsxParts({ Statement: rows })) : csvOf(rows);
          const reading = await readStatement(whole);
          const filled = rows.slice(1).filter((row) => row.some((text) => text.trim() !== ''));
          const { lines, idle, skipped, problems } = reading;
          expect(lines.length + idle.length + skipped.length + problems.length).toBe(filled.length);
          const broken = Uint8Array.from(whole);
          for (const { at, byte } of hits) broken[at % broken.length] = byte;
          try {
            await readStatement(broken);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
          }
        },
      ),
      { numRuns: runs },
    );
  });
});
