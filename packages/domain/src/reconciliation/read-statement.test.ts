import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { csvOf, sheetXml, streamedZipOf, xlsxParts, zipOf } from '../tables/table.fixture.ts';
import { inOrderOfTime, readStatement } from './read-statement.ts';
import { usualHeader, usualRow } from './statement.fixture.ts';

const above = [
  ['Organization Statement'],
  ['Short Code:', '600000', 'Operator:', 'A. Kamau'],
  ['Time Period', 'From 20-11-2026 00:00:00 To 20-11-2026 23:59:59'],
  [],
];
const payment = usualRow({
  receipt: 'TKL0000001',
  time: '20-11-2026 13:24:11',
  paidIn: '1,234.50',
  balance: '11,234.50',
  type: 'Pay Bill',
  details: 'Pay Bill from 254712***678 - JOY, "Mama Mboga" Acc. school fees',
  reference: 'school fees',
});
const payout = usualRow({
  receipt: 'TKL0000002',
  time: '20-11-2026 14:00:00',
  withdrawn: '-500.00',
  balance: '10,734.50',
  type: 'Business Payment to Customer via API',
});
const fee = usualRow({
  receipt: 'TKL0000002',
  time: '20-11-2026 14:00:00',
  withdrawn: '-9.00',
  balance: '10,725.50',
  type: 'Business Payment Charge',
});
const failed = usualRow({ receipt: 'TKL0000003', status: 'Failed', paidIn: '100.00' });
const usual = [...above, usualHeader, payment, payout, fee, failed];

const read = (rows: string[][], options = {}) => readStatement(csvOf(rows, options));

const renamed = (prefix: string, parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [`${prefix}${name}`, text]));

describe('reading a statement', async () => {
  it('reads the usual file', async () => {
    const reading = await read(usual);
    expect(reading).toMatchObject({
      format: 'csv',
      shortcode: '600000',
      period: { from: new Date('2026-11-19T21:00:00Z'), to: new Date('2026-11-20T20:59:59Z') },
      isNewestFirst: false,
      header: { row: 5, unknown: [] },
      idle: [{ row: 9, receipt: 'TKL0000003', status: 'Failed' }],
      problems: [],
    });
    expect(reading.lines).toMatchObject([
      {
        row: 6,
        receipt: 'TKL0000001',
        kind: 'paid_in',
        completedAt: new Date('2026-11-20T10:24:11Z'),
        paidInCents: 123_450,
        withdrawnCents: 0,
        balanceCents: 1_123_450,
        accountRef: 'school fees',
        details: 'Pay Bill from 254712***678 - JOY, "Mama Mboga" Acc. school fees',
      },
      { row: 7, kind: 'withdrawn', paidInCents: 0, withdrawnCents: 50_000 },
      { row: 8, receipt: 'TKL0000002', kind: 'fee', withdrawnCents: 900 },
    ]);
  });

  it.each([
    ['semicolons', { delimiter: ';' }],
    ['tabs', { delimiter: '\t' }],
    ['a byte order mark', { bom: true }],
    ['bars', { delimiter: '|' }],
    ['line feeds alone', { newline: '\n' }],
  ])('reads the same from CSV with %s', async (_, options) => {
    expect(await read(usual, options)).toEqual(await read(usual));
  });

  it('reads the same from UTF-16', async () => {
    const text = new TextDecoder().decode(csvOf(usual));
    expect(await readStatement(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(await read(usual));
  });

  it.each([
    ['shared texts', zipOf(xlsxParts({ Statement: usual }))],
    ['names of parts that begin with /', zipOf(renamed('/', xlsxParts({ Statement: usual })))],
    ['names of parts that begin with ./', zipOf(renamed('./', xlsxParts({ Statement: usual })))],
    ['texts in cells', zipOf(xlsxParts({ Statement: usual }, 'inline'))],
    ['sizes after the parts', streamedZipOf(xlsxParts({ Statement: usual }))],
  ])('reads the same from XLSX with %s', async (_, bytes) => {
    const { format, emptyRows, ...reading } = await readStatement(bytes);
    expect(format).toBe('xlsx');
    const { format: _format, emptyRows: _emptyRows, ...same } = await read(usual);
    expect(reading).toEqual(same);
  });

  it('reads numbers and times that a spreadsheet keeps as numbers', async () => {
    const row = ['TKL0000001', 46346.558460648, 'Completed', 0.1 + 0.2, '', 1e5];
    const header = ['Receipt No.', 'Completion Time', 'Transaction Status', 'Paid In', 'Withdrawn', 'Balance'];
    const { lines } = await readStatement(zipOf(xlsxParts({ Statement: [header, row] })));
    expect(lines).toMatchObject([
      { completedAt: new Date('2026-11-20T10:24:11Z'), paidInCents: 30, balanceCents: 10_000_000 },
    ]);
  });

  it('takes columns in any order, and names those that it does not know', async () => {
    const turn = (row: string[]) => [...row, 'x'].toReversed();
    const reading = await read([[...usualHeader, 'Branch'].toReversed(), turn(payment), turn(fee)]);
    const { lines } = await read([usualHeader, payment, fee]);
    expect(reading.lines).toEqual(lines);
    expect(reading.header.unknown).toEqual(['Branch']);
  });

  it('says each row that it does not understand, and why', async () => {
    const row = (given: Partial<Parameters<typeof usualRow>[0]>) =>
      usualRow({ receipt: 'TKL0000009', paidIn: '1.00', ...given });
    const { problems, lines, skipped } = await read([
      usualHeader,
      row({ receipt: '' }),
      row({ receipt: 'not a receipt' }),
      row({ status: '' }),
      row({ time: '31-02-2026 10:00:00' }),
      row({ time: 'yesterday' }),
      row({ paidIn: '1.234,50' }),
      row({ paidIn: '12,34' }),
      row({ paidIn: '-1.00' }),
      row({ paidIn: '' }),
      row({ paidIn: '0.00' }),
      row({ withdrawn: '1.00' }),
      row({ balance: 'n/a' }),
      row({ details: 'x'.repeat(1_001) }),
      ['Disclaimer: this record is confidential'],
    ]);
    expect(lines).toEqual([]);
    expect(skipped).toEqual([{ row: 15, is: 'footer' }]);
    expect(problems.map(({ why }) => why.message)).toEqual([
      'row 2 has no receipt number',
      'row 3 has a receipt number that is not one',
      'row 4 has no status',
      'row 5 has the completion time "31-02-2026 10:00:00", which is not a time',
      'row 6 has the completion time "yesterday", which is not a time',
      'row 7 has the sum "1.234,50" in "Paid In", which is not money',
      'row 8 has the sum "12,34" in "Paid In", which is not money',
      'row 9 has money in below zero',
      'row 10 has neither money in nor money out',
      'row 11 has neither money in nor money out',
      'row 12 has money in and money out',
      'row 13 has the sum "n/a" in "Balance", which is not money',
      'row 14 has a cell with more than 1000 characters',
    ]);
  });

  it('skips empty rows, repeated headers and totals that are right', async () => {
    const { lines, skipped, problems, emptyRows } = await read([
      usualHeader,
      payment,
      usualHeader,
      payout,
      ['Total', '', '', '', '', '1,234.50', '-500.00'],
      [],
      ['', '', ''],
    ]);
    expect({ lines: lines.length, skipped, problems, emptyRows }).toEqual({
      lines: 2,
      skipped: [
        { row: 3, is: 'header' },
        { row: 5, is: 'totals' },
      ],
      problems: [],
      emptyRows: 2,
    });
  });

  it('reads a receipt without a digit, also of a payer who is called Total', async () => {
    const row = usualRow({ receipt: 'TKLABCDEFG', paidIn: '10.00', other: 'Total Energies' });
    const { lines, problems, skipped } = await read([usualHeader, payment, row, ['TOTAL', '', '', '', '', '1,244.50']]);
    expect({ lines: lines.map(({ receipt }) => receipt), problems, skipped }).toEqual({
      lines: ['TKL0000001', 'TKLABCDEFG'],
      problems: [],
      skipped: [{ row: 4, is: 'totals' }],
    });
  });

  it('lets other work of the process run while it reads a large file', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) =>
      usualRow({ receipt: `TKL${String(index).padStart(7, '0')}`, paidIn: '1.00', details: 'Pay Bill' }),
    );
    let turns = 0;
    const ticker = setInterval(() => {
      turns += 1;
    });
    const { lines } = await read([usualHeader, ...rows]);
    clearInterval(ticker);
    expect(lines).toHaveLength(40_000);
    expect(turns).toBeGreaterThan(3);
  });

  it('says totals that the lines do not add up to', async () => {
    const { problems } = await read([usualHeader, payment, ['Total:', '', '', '', '', '2,000.00']]);
    expect(problems).toMatchObject([
      { row: 3, why: { name: 'rowTotalIn', values: { total: '2,000.00', sum: '1,234.50' } } },
    ]);
  });

  it.each([
    ['20-11-2026 13:24:11', '2026-11-20T10:24:11Z'],
    ['20/11/2026 13:24', '2026-11-20T10:24:00Z'],
    ['2026-11-20 13:24:11', '2026-11-20T10:24:11Z'],
    ['2026-11-20T13:24:11', '2026-11-20T10:24:11Z'],
    ['20.11.2026 1:24:11 PM', '2026-11-20T10:24:11Z'],
    ['11/20/2026 13:24:11', '2026-11-20T10:24:11Z'],
    ['1-1-2026 00:00:00', '2025-12-31T21:00:00Z'],
  ])('reads the time %s as EAT', async (time, at) => {
    const { lines } = await read([usualHeader, usualRow({ receipt: 'TKL0000001', time, paidIn: '1' })]);
    expect(lines.map(({ completedAt }) => completedAt)).toEqual([new Date(at)]);
  });

  it('says when no date tells whether the day comes first', async () => {
    const at = (time: string) =>
      read([usualHeader, usualRow({ receipt: 'TKL0000001', time, paidIn: '1' })]).then(({ dates }) => dates);
    expect(await at('05-11-2026 10:00:00')).toEqual({ order: 'day_first', isCertain: false });
    expect(await at('25-11-2026 10:00:00')).toEqual({ order: 'day_first', isCertain: true });
    expect(await at('11-25-2026 10:00:00')).toEqual({ order: 'month_first', isCertain: true });
  });

  it.each([
    ['Pay Bill', '1.00', '', 'paid_in'],
    ['Pay Bill Online charges fee', '1.00', '', 'paid_in'],
    ['Business Payment to Customer via API', '', '1.00', 'withdrawn'],
    ['Business Payment to 254712345678 - FEES LTD', '', '1.00', 'withdrawn'],
    ['Pay Bill Charge', '', '1.00', 'fee'],
    ['Pay Bill Reversal', '', '1.00', 'reversal'],
    ['Reversal of Business Payment', '1.00', '', 'reversal'],
    ['Utility Account to Organization Settlement Account', '', '1.00', 'transfer'],
    ['Utility Account to Organization Settlement Account', '1.00', '', 'transfer'],
    ['Organization Settlement Account to Working Account', '1.00', '', 'transfer'],
    ['Withdrawal of Funds', '', '1.00', 'transfer'],
    ['Pay Bill from 254712345678 - MY ACCOUNT TO YOUR ACCOUNT', '1.00', '', 'paid_in'],
  ])('%s with %s in and %s out is %s', async (type, paidIn, withdrawn, kind) => {
    const { lines } = await read([usualHeader, usualRow({ receipt: 'TKL0000001', type, paidIn, withdrawn })]);
    expect(lines).toMatchObject([{ kind }]);
  });

  it.each([
    ['Pay Utility', 'Pay Bill Charge', 'SP', '-21.06'],
    ['Pay Utility', 'Pay Bill Charge', '', '-21.06'],
    ['Pay Utility with OD via STK', 'Pay Bill Charge', 'SP', '-21.06'],
    ['Pay Bill Online', 'Pay Bill Charge', 'SP', '-21.06'],
    ['Customer Merchant Payment', 'Pay merchant Charge', 'SP', '-21.06'],
    ['', 'Pay Bill Charge', 'SP', '-21.06'],
    ['Pay Utility', 'Something new', 'SP', '-21.06'],
    ['Pay Utility', 'Tariff of the month', 'SP', '-21.06'],
  ])('reads a fee with the reason type %j and the details %j', async (type, details, other, withdrawn) => {
    const receipt = 'UKN9OL0001';
    const rows = [
      usualRow({ receipt, type, details, other, withdrawn }),
      usualRow({ receipt, type, details: 'Pay Bill from 25470****111 - ALICE Acc. school fees', paidIn: '7,800.00' }),
    ];
    for (const each of [rows, rows.toReversed()]) {
      const { lines } = await read([usualHeader, ...each]);
      expect(lines.map(({ kind, withdrawnCents }) => [kind, withdrawnCents])).toEqual(
        expect.arrayContaining([
          ['fee', 2_106],
          ['paid_in', 0],
        ]),
      );
    }
  });

  it.each([
    ['money out without a payment of its receipt', 'UKN9OL0002', 'SP', '-21.06'],
    ['money out to somebody else', 'UKN9OL0001', '254700000001 - A PERSON', '-21.06'],
    ['money out that is too much for a fee', 'UKN9OL0001', 'SP', '-4,000.00'],
  ])('takes no fee for granted: %s', async (_, receipt, other, withdrawn) => {
    const rows = [
      usualRow({ receipt, type: 'Pay Utility', details: 'Something new', other, withdrawn }),
      usualRow({ receipt: 'UKN9OL0001', type: 'Pay Utility', paidIn: '7,800.00' }),
    ];
    expect((await read([usualHeader, ...rows])).lines).toMatchObject([{ kind: 'withdrawn' }, { kind: 'paid_in' }]);
  });

  it.each([
    ['Paid In (KSHs)', 'Withdrawn (KSHs)', 'Balance (KSHs)'],
    ['Paid In (KES)', 'Withdrawn (KES)', 'Balance (KES)'],
    ['Paid In KShs.', 'Withdrawn KShs.', 'Balance KShs.'],
    ['Paid In Amount (Kshs)', 'Withdrawn Amount (Kshs)', 'Balance Amount (Kshs)'],
    ['PAID IN [Shs]', 'WITHDRAWAL (Ksh.)', 'Account Balance, KES'],
  ])('reads the newer template with the headings %s, %s and %s', async (...sums) => {
    const rows = [
      ['Receipt No', 'Completion Time', 'Details', 'Transaction Status', ...sums],
      [
        'UKN9OL0001',
        '20-11-2026 09:16:40',
        'Pay Bill from 2547****111 - ALICE EXAMPLE Acc. alice',
        'Completed',
        '7,800.00',
        '0.00',
        '7,800.00',
      ],
      ['UKN9OL0001', '20-11-2026 09:16:40', 'Pay Bill Charge', 'Completed', '0.00', '-21.06', '7,778.94'],
    ];
    for (const bytes of [csvOf(rows), zipOf(xlsxParts({ Statement: rows }))]) {
      const { lines, problems, header } = await readStatement(bytes);
      expect([problems, header.unknown]).toEqual([[], []]);
      expect(lines).toMatchObject([
        {
          kind: 'paid_in',
          paidInCents: 780_000,
          balanceCents: 780_000,
          otherParty: '2547****111 - ALICE EXAMPLE',
          accountRef: 'alice',
        },
        { kind: 'fee', withdrawnCents: 2_106, balanceCents: 777_894, otherParty: '', accountRef: '' },
      ]);
    }
  });

  it.each([
    ['Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. 850060', '25470****111 - ALICE **** EXAMPLE', '850060'],
    ['Pay Bill Online from 254712345678 - JOY W Acc. from 5 to 7 Acc. 9', '254712345678 - JOY W', 'from 5 to 7 Acc. 9'],
    ['Merchant Payment from - 07******451 JANE DOE', '07******451 JANE DOE', ''],
    ['Business Payment to Customer via API to 254712345678 - JOY W', '254712345678 - JOY W', ''],
    ['Pay Bill from 254712345678 - JOY W Acc.', '254712345678 - JOY W', ''],
    ['Pay Bill', '', ''],
  ])('finds who and for what in the details %j', async (details, otherParty, accountRef) => {
    const { lines } = await read([usualHeader, usualRow({ receipt: 'TKL0000001', paidIn: '1.00', details })]);
    expect(lines).toMatchObject([{ otherParty, accountRef }]);
  });

  it('keeps what columns of their own say about who and for what', async () => {
    const details = 'Pay Bill from 254712345678 - JOY W Acc. cut';
    const row = usualRow({ receipt: 'TKL0000001', paidIn: '1.00', details, other: 'JOY', reference: 'cut off' });
    expect((await read([usualHeader, row])).lines).toMatchObject([{ otherParty: 'JOY', accountRef: 'cut off' }]);
  });

  it('orders lines by time, those of one second as the file does', async () => {
    const rows = [
      usualRow({ receipt: 'TKL0000003', time: '20-11-2026 10:00:01', paidIn: '1' }),
      usualRow({ receipt: 'TKL0000002', time: '20-11-2026 10:00:00', paidIn: '1' }),
      usualRow({ receipt: 'TKL0000001', time: '20-11-2026 10:00:00', paidIn: '1' }),
    ];
    for (const each of [rows, rows.toReversed()]) {
      const receipts = inOrderOfTime(await read([usualHeader, ...each])).map(({ receipt }) => receipt);
      expect(receipts).toEqual(['TKL0000001', 'TKL0000002', 'TKL0000003']);
    }
  });
});

describe('a file as portals and tools write it', () => {
  const textOf = (rows: string[][]) => new TextDecoder().decode(csvOf(rows));
  const formula = (rows: string[][]) =>
    rows.map((row) => row.map((cell) => `="${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
  it.each([
    [
      'each line as one quoted text',
      textOf(usual).replace(/^(.+)\r$/gm, (_, line) => `"${line.replaceAll('"', '""')}"\r`),
    ],
    ['cells like ="text"', formula(usual)],
    ['quoted cells like ="text"', textOf(usual.map((row) => row.map((cell) => `="${cell.replaceAll('"', '""')}"`)))],
    ['Ctrl-Z at its end', `${textOf(usual)}\u001a`],
    ['Ctrl-Z and a line at its end', `${textOf(usual)}\u001a\r\n`],
  ])('has %s', async (_, text) => {
    const { lines, problems, idle } = await read(usual);
    expect(await readStatement(Buffer.from(text))).toMatchObject({ lines, problems, idle });
  });

  it('has numbers of pages between its rows, and a disclaimer below them', async () => {
    const { lines, skipped, problems } = await read([
      usualHeader,
      payment,
      ['Page 1 of 2'],
      usualHeader,
      payout,
      ['', '', 'Page 2 of 2'],
      ['Disclaimer: This record is produced for your personal use', ' and is not transferable.'],
      ['For queries call customer care.'],
    ]);
    expect({ lines: lines.length, problems }).toEqual({ lines: 2, problems: [] });
    expect(skipped.map(({ row, is }) => `${row} ${is}`)).toEqual([
      '3 footer',
      '4 header',
      '6 footer',
      '7 footer',
      '8 footer',
    ]);
  });

  it.each([
    ['a sentence between the lines', [['A sentence between the lines'], payout], 3],
    ['a line that was cut off', [payout, ['TKL0000009', '20-11-2026 10:0']], 4],
    ['a receipt alone', [payout, ['TKL0000009']], 4],
    ['a sum with words', [payout, ['', 'carried over to the next', '5.00']], 4],
    ['one word', [payout, ['something']], 4],
  ])('still says as a problem: %s', async (_, rows, row) => {
    expect((await read([usualHeader, payment, ...rows])).problems).toMatchObject([{ row }]);
  });

  const chain = [
    'STORE_NAME',
    'RECEIPT_NUMBER',
    'ACCOUNT_TYPE_NAME',
    'TRANSACTION_TYPE',
    'START_TIMESTAMP',
    'TRANSACTION_PARTY_DETAILS',
    'CREDIT_AMOUNT',
    'DEBIT_AMOUNT',
    'BALANCE',
    'LINKED_TRANSACTION_ID',
  ];
  const sale = (store: string, receipt: string, account = 'Merchant Account') => [
    store,
    receipt,
    account,
    'Customer Merchant Payment',
    '2026-11-20 10:14:16',
    '254712345678 - JOY W',
    '150.00',
    '0.00',
    '1,150.00',
    '',
  ];

  it('is the export of a head office', async () => {
    const rows = [chain, sale('Shop A', 'UKN9OL0001'), sale('Shop A', 'UKN9OL0002')];
    const { lines, problems, account, notes, header } = await read(rows);
    expect([problems, header.unknown, account, notes]).toEqual([[], [], 'Merchant Account', []]);
    expect(lines[0]).toMatchObject({
      receipt: 'UKN9OL0001',
      kind: 'paid_in',
      completedAt: new Date('2026-11-20T07:14:16Z'),
      paidInCents: 15_000,
      balanceCents: 115_000,
      otherParty: '254712345678 - JOY W',
      linkedReceipt: null,
    });
  });

  it.each([
    ['stores', sale('Shop B', 'UKN9OL0002')],
    ['accounts', sale('Shop A', 'UKN9OL0002', 'Charges Account')],
  ])('is the export of a head office with several %s, whose balances do not continue each other', async (_, other) => {
    const { lines, account, notes } = await read([chain, sale('Shop A', 'UKN9OL0001'), other]);
    expect(lines.map(({ balanceCents }) => balanceCents)).toEqual([null, null]);
    expect(account).toBe('');
    expect(notes).toMatchObject([{ name: 'severalAccounts' }]);
  });

  const receipts = async (bytes: Uint8Array) => (await readStatement(bytes)).lines.map(({ receipt }) => receipt);

  it.each(['\r', '\n', '\r\n', '\u00a0', '\u202f ', ' \t', ', ', ',\n'])(
    'has %j between date and clock',
    async (blank) => {
      const rows = [
        usualHeader,
        usualRow({
          receipt: 'TJK1A2B3C4\u200b',
          time: `20-11-2026${blank}13:24:11`,
          paidIn: '\u00a0100.00\n',
          details: `Merchant Payment from -${blank}07******451 JANE DOE`,
        }),
      ];
      for (const bytes of [csvOf(rows), zipOf(xlsxParts({ Statement: rows }))]) {
        const { lines, problems } = await readStatement(bytes);
        expect(problems).toEqual([]);
        expect(lines).toMatchObject([{ receipt: 'TJK1A2B3C4', paidInCents: 10_000 }]);
        expect(lines[0]?.completedAt.toISOString()).toBe('2026-11-20T10:24:11.000Z');
        expect(lines[0]?.details).toMatch(/^Merchant Payment from -,? ?07\*{6}451 JANE DOE$/);
      }
    },
  );

  it('marks each cell as text, or with the direction of it', async () => {
    const rows = [usualHeader, usualRow({ receipt: 'TJK1A2B3C4', time: '20-11-2026 13:24:11', paidIn: '100.00' })];
    for (const mark of ["'", '\u2068', '\u00ad']) {
      const { lines, problems, dates } = await read(rows.map((row) => row.map((cell) => `${mark}${cell}`)));
      expect([problems, dates.isCertain]).toEqual([[], true]);
      expect(lines).toMatchObject([{ receipt: 'TJK1A2B3C4', paidInCents: 10_000 }]);
    }
  });

  it('has its parts where its relations say, with any case and any slash', async () => {
    const usualParts = xlsxParts({ Statement: usual });
    const moved = {
      '_rels/.rels': '<R><Relationship Id="a" Type="urn:x/officeDocument" Target="/Book/Main.xml"/></R>',
      'book/main.xml': usualParts['xl/workbook.xml'] ?? '',
      'book/_rels/main.xml.rels':
        '<R><Relationship Id="rId1" Type="urn:x/worksheet" Target="..\\pages\\One.XML"/><Relationship Id="t" Type="urn:x/sharedStrings" Target="./Texts.xml"/></R>',
      'Pages/one.xml': usualParts['xl/worksheets/sheet1.xml'] ?? '',
      'book/texts.xml': usualParts['xl/sharedStrings.xml'] ?? '',
    };
    expect(await receipts(zipOf(moved))).toEqual(await receipts(zipOf(usualParts)));
    expect(await receipts(streamedZipOf(moved))).toHaveLength(3);
  });

  it('says which account of the shortcode it is of', async () => {
    const accountOf = async (...above: string[][]) => (await readStatement(csvOf([...above, ...usual]))).account;
    expect(await accountOf(['Account:', 'Utility Account'])).toBe('Utility Account');
    expect(await accountOf(['Account : Working Account'])).toBe('Working Account');
    expect(await accountOf(['Account Holder:', 'EXAMPLE TRADERS LIMITED'], ['Short Code:', '600000'])).toBe('');
    expect(await accountOf(['Account:', '600000'])).toBe('');
  });

  it('is an archive with something before and after it', async () => {
    const archive = zipOf(xlsxParts({ Statement: usual }));
    const stored = zipSync(
      Object.fromEntries(
        Object.entries(xlsxParts({ Statement: usual })).map(([name, text]) => [name, Buffer.from(text)]),
      ),
      { level: 0, comment: 'made by a tool' },
    );
    expect(await receipts(stored)).toEqual(await receipts(archive));
  });
});

describe('a file that is no statement', () => {
  const header = usualHeader.map((name) => (name === 'Withdrawn' ? 'Elsewhere' : name));
  it.each([
    ['an empty file', new Uint8Array(), 'it is empty'],
    ['a text', Buffer.from('hello\nworld\n'), 'none of its first 100 rows names the columns of a statement'],
    ['no column of money out', csvOf([header, payment]), 'row 1 looks like the header and has no column "Withdrawn"'],
    ['a column twice', csvOf([[...usualHeader, 'Paid In'], payment]), 'row 1 names the column "Paid In" twice'],
    [
      'an open quotation mark',
      Buffer.from(`${usualHeader.join(',')}\n"TKL`),
      'a quotation mark that opens a text is never closed',
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'it is a PDF; download the statement as XLSX or CSV instead'],
    ['a picture', Buffer.from('89504e470d0a', 'hex'), 'it is a picture; download the statement as XLSX or CSV instead'],
    ['a text document', Buffer.from('{\\rtf1'), 'it is a text document; download the statement as XLSX or CSV instead'],
    [
      'two statements',
      zipOf(xlsxParts({ May: usual, June: usual })),
      'the sheets "May" and "June" both hold a statement; save each as a file of its own',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    const refusal = await readStatement(bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      message: `The statement cannot be read: ${reason}.`,
      extras: { issues: [{ path: 'file', message: reason }] },
    });
  });

  it('finds the header of a file whose later rows are broken, and tells of them', async () => {
    const broken = `${usualHeader.join(';')}\n${';'.repeat(10)}\n"${'x'.repeat(70_000)}`;
    await expect(readStatement(Buffer.from(broken))).rejects.toThrow('a row is too long at line');
  });

  it('reads a cell far to the right as a problem of its row', async () => {
    const sheet = sheetXml([usualHeader, payment], [], 'inline').replace('<c r="B2"', '<c r="XFD2"');
    const bytes = zipOf({ ...xlsxParts({ Statement: usual }), 'xl/worksheets/sheet1.xml': sheet });
    expect((await readStatement(bytes)).problems).toMatchObject([
      { row: 2, why: { message: 'row 2 has more than 64 columns' } },
    ]);
  });
});
