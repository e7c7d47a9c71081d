import { describe, expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { type Cell, csvOf, type Hidden, xlsxParts, zipOf } from '../tables/table.fixture.ts';
import type { PayoutRow } from './payout-row.ts';
import { type PayoutReading, readPayoutFile } from './read-payout-file.ts';

const csv = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`);
const xlsx = (rows: Cell[][], hidden?: Hidden & { sheets?: string[] }, others: Record<string, Cell[][]> = {}) =>
  zipOf(xlsxParts({ Payroll: rows, ...others }, 'shared', hidden));

async function read(source: Uint8Array | string): Promise<PayoutReading> {
  const reading = await readPayoutFile(source);
  if (reading.is !== 'read') throw new Error(`unclear: ${JSON.stringify(reading)}`);
  return reading;
}

/** A row in one line: `2 254712345678 1500 Jane`, or `3 refused missing:phone`, and its warnings. */
function told({ number, phone, amount, name, reference, problems, warnings }: PayoutRow): string {
  const of = (found: { code: string; field: string | null }[]) =>
    found.map(({ code, field }) => (field ? `${code}:${field}` : code));
  const values = [phone, amount, name, reference].filter((value) => value !== null);
  const state = problems.length > 0 ? ['refused', ...of(problems)] : values;
  return [number, ...state, ...of(warnings).map((warning) => `(${warning})`)].join(' ');
}

const jane = '2 254712345678 1500 Jane';
const heading = ['Phone', 'Amount', 'Name'];
const janeCells = ['0712345678', '1500', 'Jane'];
const usual = [heading, janeCells];
const utf16 = (bytes: Uint8Array) => Buffer.from(`\ufeff${new TextDecoder().decode(bytes)}`, 'utf16le');

describe('a list that is as it should be', () => {
  it.each<[string, Uint8Array | string]>([
    ['CSV', csvOf(usual)],
    ['CSV with a byte order mark', csvOf(usual, { bom: true })],
    ['CSV with semicolons', csvOf(usual, { delimiter: ';' })],
    ['CSV with tabs', csvOf(usual, { delimiter: '\t' })],
    ['CSV with bars', csvOf(usual, { delimiter: '|' })],
    ['CSV with plain line feeds', csvOf(usual, { newline: '\n' })],
    ['CSV in UTF-16', utf16(csvOf(usual, { delimiter: '\t' }))],
    ['CSV whose lines are quoted as one text', csv('"Phone,Amount,Name"', '"0712345678,""1,500"",Jane"')],
    ['CSV with numbers marked as text', csv('Phone,Amount,Name', '="0712345678",="1500",Jane')],
    ['CSV with apostrophes', csv('Phone,Amount,Name', "'0712345678,'1500,Jane")],
    ['XLSX with texts', xlsx(usual)],
    ['XLSX with numbers', xlsx([heading, ['0712345678', 1500, 'Jane']])],
    ['XLSX with the whole number of the phone', xlsx([heading, [254712345678, 1500, 'Jane']])],
    ['columns in another order', csv('Name,Amount,Phone', 'Jane,1500,0712345678')],
    ['columns nobody reads', csv('No,Phone,Department,Amount,Name', '1,0712345678,Sales,1500,Jane')],
    ['Swahili headings', csv('Jina,Namba ya simu,Kiasi', 'Jane,0712345678,"1,500/="')],
    ['other Swahili headings', csv('Simu;Mshahara;Majina', '0712345678;1500;Jane')],
    ['long headings', csv('Mobile Number,Net Pay (KES),Full Name', '+254 712 345 678,"KES 1,500.00",Jane')],
    ['capital headings', csv('MSISDN,AMOUNT (KSHS),NAMES', '254712345678,1500,Jane')],
    ['pasted lines', '0712345678, 1500, Jane'],
    ['pasted lines from a sheet', '0712345678\t1,500\tJane\n'],
    ['pasted lines in another order', 'Jane; 1,500; 0712345678'],
  ])('is read: %s', async (_, source) => {
    const reading = await read(source);
    const number = reading.headingRow === null ? 1 : 2;
    expect(reading.rows.map(told)).toEqual([jane.replace('2', String(number))]);
    expect(reading.sum).toBe(1_500);
  });

  it('is read with letters of Windows-1252', async () => {
    const bytes = Buffer.from('Phone;Amount;Name\n0712345678;1500;Zoë\n', 'latin1');
    expect((await read(bytes)).rows.map(told)).toEqual(['2 254712345678 1500 Zoë']);
  });

  it('is read with all its columns, and says which headings it left out', async () => {
    const reading = await read(
      csv('Staff No,Name,Phone,Amount,Remarks,Occasion,Bank', 'EMP1,Jane,0712345678,1500,June,Pay day,KCB'),
    );
    expect(reading).toMatchObject({
      format: 'csv',
      headingRow: 1,
      columns: { reference: { column: 0, heading: 'Staff No' }, amount: { column: 3, heading: 'Amount' } },
      unread: ['Bank'],
      rows: [{ reference: 'EMP1', name: 'Jane', remarks: 'June', occasion: 'Pay day', problems: [], warnings: [] }],
      counts: { read: 2, good: 1, refused: 0, blank: 0, heading: 1 },
    });
  });
});

describe('a list with damage', () => {
  it.each<[string, Uint8Array | string, string[]]>([
    ['lost zeros', xlsx([heading, [712345678, 1500, 'Jane']]), [`${jane} (leading_zero_restored:phone)`]],
    ['a trailing .0', csv('Phone,Amount,Name', '254712345678.0,1500.0,Jane'), [`${jane} (decimal_removed:phone)`]],
    [
      'an exponent with all digits',
      csv('Phone,Amount,Name', '2.54712345678E+11,1500,Jane'),
      [`${jane} (exponent_expanded:phone)`],
    ],
    ['an exponent without them', csv('Phone,Amount', '2.54712E+11,1500'), ['2 refused number_shortened:phone']],
    [
      'a reference with .0',
      csv('Phone,Amount,ID', '0712345678,5000,17.0'),
      ['2 254712345678 5000 17 (decimal_removed:reference)'],
    ],
    [
      'a reference with an exponent',
      csv('Phone,Amount,ID', '0712345678,5000,1.2E+15'),
      ['2 refused number_shortened:reference'],
    ],
    [
      'marks around a copied phone',
      csv('Phone,Amount', '\u202a+254712345678\u202c,50'),
      ['2 254712345678 50 (marks_removed:phone)'],
    ],
    ['marks in an amount', csv('Phone,Amount', '0712345678,\u202e0051'), ['2 refused hidden_characters:amount']],
    ['a name that turns', csv('Phone,Amount,Name', '0712345678,50,\u202eenaJ'), ['2 refused hidden_characters:name']],
    [
      'a reference with a mark',
      csv('Phone,Amount,Ref', '0712345678,50,EMP\u200b1'),
      ['2 refused hidden_characters:reference'],
    ],
    ['a control character', csv('Phone,Amount,Name', '0712345678,50,Ja\u0007ne'), ['2 refused hidden_characters:name']],
    ['a NUL', csv('Phone,Amount,Name', '0712345678,50,Ja\u0000ne'), ['2 refused hidden_characters:name']],
    ['a line break in a cell', csv('Phone,Amount,Name', '0712345678,50,"Jane\nDoe"'), ['2 254712345678 50 Jane Doe']],
    ['an empty phone', csv('Phone,Amount,Name', ',50,Jane'), ['2 refused missing:phone']],
    ['no phone and no amount', csv('Phone,Amount,Name', ',,Jane'), ['2 refused missing:phone missing:amount']],
    [
      'placeholders',
      csv('Phone,Amount', 'N/A,0', '-,none'),
      ['2 refused placeholder:phone placeholder:amount', '3 refused placeholder:phone placeholder:amount'],
    ],
    [
      'a placeholder nobody needs',
      csv('Phone,Amount,Ref', '0712345678,50,-'),
      ['2 254712345678 50 (placeholder_left_out:reference)'],
    ],
    [
      'several problems at once',
      csv('Phone,Amount,Name', '12,1.5,7'),
      ['2 refused not_a_phone:phone amount_has_decimals:amount name_without_letters:name'],
    ],
    [
      'failed formulas',
      csv('Phone,Amount,Name', '#N/A,#REF!,#VALUE!'),
      ['2 refused cell_error:phone cell_error:amount cell_error:name'],
    ],
    [
      'small and large amounts',
      csv('Phone,Amount', '0712345678,9', '0722345678,150001'),
      ['2 254712345678 9 (amount_below_minimum:amount)', '3 refused amount_too_large:amount'],
    ],
    [
      'long texts',
      csv('Phone,Amount,Name,Ref,Remarks', `0712345678,50,${'n'.repeat(65)},${'r'.repeat(65)},${'m'.repeat(101)}`),
      ['2 refused too_long:name too_long:reference too_long:remarks'],
    ],
    [
      'a cell that no cell is',
      csv('Phone,Amount,Name', `0712345678,50,${'n'.repeat(1_001)}`),
      ['2 refused too_long:name row_unreadable'],
    ],
    [
      'a name with its phone',
      csv('Phone,Amount,Name', '0712345678,50,254712345678 - Jane'),
      ['2 254712345678 50 Jane (name_cleaned:name)'],
    ],
    [
      'formulas',
      xlsx([heading, ['0712345678', { formula: 'A1*2', stored: 1500 }, { formula: 'B9' }]]),
      ['2 refused formula_without_value:name (formula:amount)'],
    ],
    [
      'a formula with its value',
      xlsx([heading, ['0712345678', { formula: 'A1*2', stored: 1500 }, 'Jane']]),
      [`${jane} (formula:amount)`],
    ],
    ['a truth value', xlsx([heading, ['0712345678', true, 'Jane']]), ['2 refused not_an_amount:amount']],
    [
      'a comma that splits an amount',
      csv('Phone,Amount,Name', '0712345678,1,500,Jane'),
      ['2 refused name_without_letters:name too_many_cells (amount_below_minimum:amount)'],
    ],
    [
      'a comma that may split an amount',
      csv('Phone,Amount,Staff No', '0712345678,12,500'),
      ['2 254712345678 12 500 (amount_may_be_split:amount)'],
    ],
    ['no comma between cells', csv('Phone;Amount;Staff No', '0712345678;12;500'), ['2 254712345678 12 500']],
    ['two phones in a cell', csv('Phone,Amount', '0712345678/0722345678,50'), ['2 refused not_a_phone:phone']],
    ['a phone of another country', csv('Phone,Amount', '+255712345678,50'), ['2 refused not_a_phone:phone']],
    ['a landline', csv('Phone,Amount', '0202345678,50'), ['2 refused not_a_phone:phone']],
    ['a letter for a zero', csv('Phone,Amount', 'O712345678,5O'), ['2 refused not_a_phone:phone not_an_amount:amount']],
    [
      'a person twice',
      csv('Phone,Amount', '0712345678,50', '+254 712 345 678,50.00'),
      ['2 254712345678 50 (phone_and_amount_twice:phone)', '3 254712345678 50 (phone_and_amount_twice:phone)'],
    ],
    [
      'a reference twice',
      csv('Phone,Amount,ID', '0712345678,50,E 1', '0722345678,60,e1'),
      ['2 refused reference_twice:reference', '3 refused reference_twice:reference'],
    ],
    [
      'columns swapped half way',
      csv('Phone,Amount', '0712345678,50', '60,0722345678'),
      ['2 254712345678 50', '3 refused not_a_phone:phone amount_too_large:amount'],
    ],
    [
      'hidden rows',
      xlsx([heading, janeCells, ['0722345678', '60', 'Ann']], { rows: [2] }),
      [jane, '3 refused row_hidden'],
    ],
  ])('has every problem and repair named: %s', async (_, source, rows) => {
    expect((await read(source)).rows.map(told)).toEqual(rows);
  });

  it('has dates, which a spreadsheet makes of what looks like one', async () => {
    const parts = xlsxParts({ Payroll: [heading, ['0712345678', 45992, 'Jane']] });
    const sheet = 'xl/worksheets/sheet1.xml';
    const bytes = zipOf({
      ...parts,
      [sheet]: (parts[sheet] ?? '').replace('<c r="B2">', '<c r="B2" s="1">'),
      'xl/styles.xml': '<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>',
    });
    expect((await read(bytes)).rows.map(told)).toEqual(['2 refused cell_is_date:amount']);
  });

  it('shows what was written', async () => {
    const { rows } = await read(csv('Name,Phone,Amount', 'Jane,712345678.0,1.500'));
    expect(rows[0]).toMatchObject({
      phone: '254712345678',
      amount: null,
      problems: [{ code: 'amount_unclear', field: 'amount', column: 2, text: '1.500' }],
      warnings: [
        { code: 'decimal_removed', field: 'phone', column: 1, text: '712345678.0' },
        { code: 'leading_zero_restored', field: 'phone', column: 1, text: '712345678.0' },
      ],
    });
  });
});

describe('what stands around a list', () => {
  const payroll = [
    ['ACME LTD', '', ''],
    ['Payroll of June 2026', '', ''],
    ['', '', ''],
    ['Name', 'Phone', 'Net pay'],
    ['Jane', '0712345678', '1,500'],
    ['Ann', '0722345678', '2,500'],
  ];

  it.each([
    ['Total', '', '4,000'],
    ['TOTAL:', '', 'KES 4,000'],
    ['Grand Total', '', '4,000'],
    ['', 'Total (KES)', '4,000'],
    ['Jumla', '', '4,000/='],
    ['Jumla kuu', '-', '4,000'],
    ['', '', '4,000'],
    ['Total', '0733345678', '4,000'],
  ])('is not paid: the total %j %j %j', async (...total) => {
    for (const bytes of [csvOf([...payroll, total]), xlsx([...payroll, total])]) {
      const { rows, counts, sum } = await read(bytes);
      expect(rows.map(told)).toEqual([
        '5 254712345678 1500 Jane',
        '6 254722345678 2500 Ann',
        '7 refused total_line:amount',
      ]);
      expect(rows[2]).toMatchObject({ phone: null, amount: null, problems: [{ column: 2, text: total[2] }] });
      expect(sum).toBe(4_000);
      expect(counts).toEqual({ read: 7, good: 2, refused: 1, blank: 1, heading: 3 });
    }
  });

  it('is not paid: a line without a name that is no total, signatures', async () => {
    const { rows } = await read(csvOf([...payroll, ['', '', '4,001'], ['Prepared by: Joe', '', '']]));
    expect(rows.slice(2).map(told)).toEqual(['7 refused missing:phone', '8 refused missing:phone missing:amount']);
  });

  it('is not a total because remarks speak of one', async () => {
    const { rows } = await read(csv('Phone,Amount,Remarks', '0712345678,1500,Total'));
    expect(rows.map(told)).toEqual(['2 254712345678 1500']);
  });

  it('is a heading again on each page', async () => {
    const { rows, counts } = await read(csv('Phone,Amount', '0712345678,50', 'Phone,Amount', '0722345678,60', ',', ''));
    expect(rows.map(told)).toEqual(['2 254712345678 50', '4 254722345678 60']);
    expect(counts).toEqual({ read: 6, good: 2, refused: 0, blank: 2, heading: 2 });
  });

  it('is refused when somebody is paid above the heading', async () => {
    const { rows, counts } = await read(csv('0712345678,50', 'Phone,Amount', '0722345678,60'));
    expect(rows.map(told)).toEqual(['1 refused above_heading', '3 254722345678 60']);
    expect(counts).toEqual({ read: 3, good: 1, refused: 1, blank: 0, heading: 1 });
  });

  it('is named where the spreadsheet hides it', async () => {
    const other = { Old: [heading, ['0733345678', '9000', 'Eve']], Notes: [['hello']] };
    const bytes = xlsx([...usual, ['0722345678', '60', 'Ann']], { rows: [2], columns: [1], sheets: ['Old'] }, other);
    expect(await read(bytes)).toMatchObject({
      hidden: { rows: [3], sheets: ['Old'], columns: ['amount'] },
      notes: [
        { name: 'sheetUnread', values: { sheet: 'Old' } },
        { name: 'sheetUnread', values: { sheet: 'Notes' } },
      ],
      counts: { good: 1, refused: 1 },
    });
  });
});

describe('a list whose columns nobody can tell', () => {
  it.each<[string, Uint8Array | string, object]>([
    [
      'two amounts',
      csv('Phone,Net pay,Amount', '0712345678,50,60'),
      {
        headingRow: 1,
        headings: ['Phone', 'Net pay', 'Amount'],
        found: { phone: 0 },
        ambiguous: { amount: [1, 2] },
        missing: [],
      },
    ],
    [
      'two names, which nobody needs',
      csv('Name,Jina,Phone,Amount', 'a,b,0712345678,50'),
      { found: { phone: 2, amount: 3 }, ambiguous: { name: [0, 1] }, missing: [] },
    ],
    [
      'no phone',
      csv('Name;Contact;Amount', 'Jane;0712345678;1,500'),
      { headingRow: 1, found: { name: 0, amount: 2 }, ambiguous: {}, missing: ['phone'] },
    ],
    [
      'no heading that is known',
      csv('Who;Where;How much', 'Jane;0712345678;1,500'),
      {
        headingRow: null,
        headings: [],
        missing: ['phone', 'amount'],
        sample: [{ number: 1, cells: ['Who', 'Where', 'How much'] }, {}],
      },
    ],
    ['pasted lines with a comma in amounts', '0712345678, 1,500, Jane', { missing: ['phone', 'amount'] }],
    ['pasted lines that differ', '0712345678, 500, Jane\n0722345678, 1,500, Ann', { missing: ['phone', 'amount'] }],
    ['pasted lines with two numbers', '17, 0712345678, 500', { missing: ['phone', 'amount'] }],
    ['pasted lines with two phones', '0712345678, 0722345678, 500', { missing: ['phone', 'amount'] }],
    ['pasted lines with two texts', '0712345678, 500, Jane, Sales', { missing: ['phone', 'amount'] }],
    ['pasted lines with one wrong phone', '0712345678, 500\n071234567, 500', { missing: ['phone', 'amount'] }],
    [
      'a list without headings that speaks of salaries',
      'mpesa,salary,0712345678,500',
      { missing: ['phone', 'amount'] },
    ],
  ])('asks for them: %s', async (_, source, expected) => {
    expect(await readPayoutFile(source)).toMatchObject({ is: 'unclear', format: 'csv', ...expected });
  });

  it('is read as somebody chose them', async () => {
    const columns = { phone: 1, amount: 2, name: 0 };
    const named = await readPayoutFile(csv('Who;Where;How much', 'Jane;0712345678;1,500'), { headingRow: 1, columns });
    expect(named.is === 'read' && named.rows.map(told)).toEqual([jane]);
    const bare = await readPayoutFile('Jane, 0712345678, 500, 7', { headingRow: null, columns });
    expect(bare.is === 'read' && bare.rows.map(told)).toEqual(['1 254712345678 500 Jane']);
    const other = await readPayoutFile(csv('Amount,Phone,Net pay,Name', '9,0712345678,1500,Jane'), {
      headingRow: 1,
      columns: { phone: 1, amount: 2, name: 3 },
    });
    expect(other.is === 'read' && other.rows.map(told)).toEqual([jane]);
  });

  it('pays nobody less because somebody chose the wrong row as the heading', async () => {
    const reading = await readPayoutFile('0712345678, 500\n0722345678, 600', {
      headingRow: 1,
      columns: { phone: 0, amount: 1 },
    });
    expect(reading.is === 'read' && reading.rows.map(told)).toEqual(['1 refused above_heading', '2 254722345678 600']);
  });

  it.each([
    ['one column twice', { headingRow: 1, columns: { phone: 1, amount: 1 } }, 'columnOfTwoFields'],
    ['a column that no list has', { headingRow: 1, columns: { phone: 1, amount: 64 } }, 'invalid'],
  ])('refuses %s', async (_, mapping, name) => {
    const refusal = await readPayoutFile(csvOf(usual), mapping).catch((error: unknown) => error);
    expect(refusal instanceof DomainError && refusal.extras.issues?.[0]?.name).toBe(name);
  });
});

describe('a file that is no list for one batch', () => {
  const people = (count: number, amount: number) =>
    csv('Phone,Amount', ...Array.from({ length: count }, (_, at) => `07${String(10_000_000 + at)},${amount}`));

  it.each<[string, Uint8Array | string, string]>([
    ['nothing', '', 'fileEmpty'],
    ['a heading alone', csv('Phone,Amount'), 'payoutListEmpty'],
    ['a heading and a total', csv('Phone,Amount', 'Total,0'), 'payoutListEmpty'],
    ['a picture', Buffer.from('89504e470d0a', 'hex'), 'notPayoutList'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'notPayoutList'],
    ['too many bytes', Buffer.alloc(5_000_001, 'a'), 'fileTooLarge'],
    ['too many rows', people(5_001, 10), 'payoutListLong'],
    ['too much money', people(667, 150_000), 'payoutListSum'],
    ['two lists', xlsx(usual, {}, { July: usual }), 'twoPayoutLists'],
    ['a list that is hidden', xlsx(usual, { sheets: ['Payroll'] }), 'sheetsHidden'],
  ])('is refused: %s', async (_, source, name) => {
    const refusal = await readPayoutFile(source).catch((error: unknown) => error);
    expect(refusal instanceof DomainError && refusal.extras.issues?.[0]?.name).toBe(name);
  });

  it('is none with 5,000 rows, or KES 100,000,000', async () => {
    expect((await read(people(5_000, 20_000))).counts).toEqual({
      ...{ read: 5_001, good: 5_000, refused: 0, blank: 0, heading: 1 },
    });
    expect((await read(people(5_000, 20_000))).sum).toBe(100_000_000);
  });
});
