import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvOf, xlsxParts, zipOf } from '../tables/table.fixture.ts';
import { isGood } from './payout-row.ts';
import { readPayoutFile } from './read-payout-file.ts';

const runs = 150;

/** A phone as it was written, and the number that is meant; null where nobody can tell. */
const phone = fc.tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^[0-9]{8}$/)).chain(([first, rest]) => {
  const nine = first + rest;
  const whole = `254${nine}`;
  const sure = [
    ...[`0${nine}`, whole, `+${whole}`, nine, `${whole}.0`, `${nine}.0`, `0${nine}.0`],
    ...[`2.${whole.slice(1)}E+11`, `0${nine.slice(0, 3)} ${nine.slice(3)}`, `+254-${nine}`, `\u202a0${nine}`],
  ];
  const lost = [
    `2.${whole.slice(1, 5)}E+11`,
    nine.slice(1),
    `0${nine}1`,
    `${nine.slice(0, 7)}.${nine.slice(7)}`,
    '',
    '-',
    'N/A',
  ];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...sure).map((text) => ({ text, meant: whole })) },
    { weight: 1, arbitrary: fc.constantFrom(...lost).map((text) => ({ text, meant: null })) },
  );
});

/** An amount as it was written, and the whole KES that are meant; null where nobody can tell or pay it. */
const amount = fc.integer({ min: 1, max: 150_000 }).chain((value) => {
  const grouped = value.toLocaleString('en-KE');
  const sure = [
    ...[String(value), grouped, `${grouped}.00`, `${value}.0`, `KES ${grouped}`, `Ksh${value}`, `${grouped}/=`],
    grouped.replaceAll(',', ' '),
  ];
  const lost = [
    `${value}.50`,
    `${value}.500`,
    `-${value}`,
    `USD ${value}`,
    `${value},5`,
    '',
    '0',
    'none',
    `${value + 150_000}`,
  ];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...sure).map((text) => ({ text, meant: value })) },
    { weight: 1, arbitrary: fc.constantFrom(...lost).map((text) => ({ text, meant: null })) },
  );
});

/** What a person, a tool or an attacker may put into a cell of text. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    'Jane',
    'Wanjikũ wa Ngũgĩ',
    '-',
    'Total',
    'Jumla',
    '500',
    'a "b", c',
    'x\ny',
    '\u202eenaJ',
    '#REF!',
    '07',
  ),
  fc.string({ unit: 'binary', maxLength: 70 }).map((each) => each.replace(/[^\P{Cc}\t\n]|\p{Cn}/gu, '').toWellFormed()),
);
const line = fc.record({
  phone,
  amount,
  name: text,
  reference: text,
  isBlank: fc.nat({ max: 9 }).map((at) => at === 0),
});
const shape = fc.record({
  isXlsx: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  bom: fc.boolean(),
  titles: fc.nat({ max: 2 }),
});

it('nothing is dropped, and a good row pays what was written to whom it was written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      shape,
      async (lines, { isXlsx, titles, ...as }) => {
        const heading = ['Name', 'Phone', 'Amount', 'Staff No'];
        const cells = lines.map((each) =>
          each.isBlank ? ['', '', '', ''] : [each.name, each.phone.text, each.amount.text, each.reference],
        );
        const table = [...Array.from({ length: titles }, (_, at) => [`Payroll ${at}`, '', '', '']), heading, ...cells];
        const bytes = isXlsx ? zipOf(xlsxParts({ Payroll: table })) : csvOf(table, as);
        const reading = await readPayoutFile(bytes).catch(() => null);
        // Nobody is left to pay.
        if (reading === null) return;
        if (reading.is !== 'read') throw new Error('the headings are known');
        const { counts, rows, sum } = reading;
        expect(counts.read).toBe(table.length);
        expect(counts.good + counts.refused + counts.blank + counts.heading).toBe(counts.read);
        expect(counts.heading).toBe(titles + 1);
        const good = rows.filter(isGood);
        expect([rows.length, good.length]).toEqual([counts.good + counts.refused, counts.good]);
        expect(sum).toBe(good.reduce((total, row) => total + row.amount, 0));
        // A cell of several lines makes the numbers of a CSV file larger. The order stays.
        const filled = lines.filter((each, at) => !each.isBlank && cells[at]?.some((cell) => isSeen(cell)));
        expect(rows).toHaveLength(filled.length);
        for (const [at, row] of rows.entries()) {
          const written = filled[at];
          if (isGood(row)) expect([row.phone, row.amount]).toEqual([written?.phone.meant, written?.amount.meant]);
          else expect(row.problems.length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: runs },
  );
});

/** Whether a spreadsheet shows anything of a cell. */
const isSeen = (cell: string): boolean =>
  /[^\s\p{Z}\p{Cf}']/u.test(cell) || cell.replace(/[\s\p{Z}\p{Cf}]/gu, '').length > 1;

it('a phone and an amount alone that are sure make a good row', async () => {
  await fc.assert(
    fc.asyncProperty(phone, amount, async (to, sum) => {
      const reading = await readPayoutFile(
        csvOf([
          ['Phone', 'Amount'],
          [to.text, sum.text],
          ['0712345678', '10'],
        ]),
      );
      if (reading.is !== 'read') throw new Error('the headings are known');
      const isSure = to.meant !== null && sum.meant !== null;
      const isEmpty = to.text === '' && sum.text === '';
      expect(isEmpty || (reading.rows[0] && isGood(reading.rows[0])) === isSure).toBe(true);
    }),
    { numRuns: runs },
  );
});
