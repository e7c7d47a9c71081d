import { describe, expect, it } from 'vitest';
import type { BatchResultRow, BatchResults } from '../reading/batches/index.ts';
import { byFate, sumOf, unfinished } from './batch-fates.ts';
import { batchWords, pagesOf } from './batch-pdf.fixture.ts';
import { renderBatch } from './batch-pdf.ts';

const at = new Date('2026-11-21T10:00:00Z');
const settledAt = new Date('2026-11-21T09:05:00Z');

/** A row that was paid, unless something else is said. */
function rowOf(number: number, given: Partial<BatchResultRow> = {}): BatchResultRow {
  return {
    ...{
      rowId: `row-${number}`,
      number,
      phone: `0712…${600 + (number % 400)}`,
      amount: 1_000,
      name: `Person ${number}`,
    },
    ...{ reference: `E-${number}`, state: 'handed', outcome: 'paid', problems: [], warnings: [], skippedBecause: null },
    ...{ disbursementId: `payout-${number}`, receipt: `TJK${number}`, toldName: null, reason: null, rail: 'mpesa' },
    ...{ settledAt, ...given },
  };
}
const unsent = { outcome: null, disbursementId: null, receipt: null, settledAt: null } as const;
const failed = {
  outcome: 'failed',
  receipt: null,
  reason: { code: 2040, title: 'Wrong receiver', category: 'customer' },
} as const;
const problem = (code: 'not_a_phone' | 'reference_twice', text: string, others?: number[]) => ({
  ...{ code, field: 'phone' as const, column: 0, text },
  ...(others && { others }),
});

const batch = {
  ...{ batchId: '01990000-0000-7000-8000-000000000001', name: 'Payroll November', commandId: 'SalaryPayment' },
  ...{ status: 'ended', fileName: 'november.csv', createdAt: new Date('2026-11-20T06:00:00Z') },
  createdBy: { kind: 'person', id: '1', name: 'Olive Owner', email: 'olive@shop.example' },
  ...{ submittedAt: new Date('2026-11-20T07:00:00Z'), approvedAt: new Date('2026-11-20T08:00:00Z') },
  submittedBy: { kind: 'key', id: '2', name: 'payroll', lastFour: 'a1b2' },
  approvedBy: { kind: 'person', id: '3', name: null, email: 'fred@shop.example' },
  ...{ scheduledFor: null, startedAt: new Date('2026-11-20T08:00:01Z'), endedAt: new Date('2026-11-20T08:30:00Z') },
} as unknown as BatchResults['batch'];

const paper = (rows: BatchResultRow[], other: object = {}, applicationName = 'Duka') => ({
  results: { organizationName: 'Duka Ltd', applicationName, batch: { ...batch, ...other }, rows },
  ...{ environment: 'production' as const, at, words: batchWords, locale: 'en-GB' as const },
});
const textOf = async (given: ReturnType<typeof paper>) => (await pagesOf(await renderBatch(given))).join(' ');

describe('the results of a batch as a PDF', () => {
  it('say who was behind it and when, its sums, who was not paid and why, and who was', async () => {
    const text = await textOf(
      paper([
        rowOf(2, { name: 'Achieng Otieno', reference: 'EMP-7', amount: 25_000 }),
        rowOf(3, { ...failed, amount: 31_500 }),
        rowOf(4, { ...unsent, state: 'refused', phone: null, problems: [problem('not_a_phone', '0712')] }),
        rowOf(5, { ...unsent, state: 'skipped', skippedBecause: 'excluded', amount: 700 }),
        rowOf(6, { ...unsent, state: 'skipped', skippedBecause: 'some_code', amount: 800 }),
        rowOf(7, { ...unsent, state: 'refused', problems: [problem('reference_twice', 'E', [3, 4, 5, 6, 7, 8])] }),
      ]),
    );
    for (const expected of [
      'Payroll November Payout batch · Completed As of 21 Nov 2026, 13:00 EAT Details Organization Duka Ltd',
      'Application Duka Environment Production Kind Salaries (SalaryPayment) File november.csv',
      'Created by Olive Owner, 20 Nov 2026, 09:00 EAT',
      'Sent by API key payroll (…a1b2), 20 Nov 2026, 10:00 EAT',
      'Approved by fred@shop.example, 20 Nov 2026, 11:00 EAT',
      'Started 20 Nov 2026, 11:00 EAT Ended 20 Nov 2026, 11:30 EAT Batch ID 01990000-0000-7000-8000-000000000001',
      'Result To pay 2 KES 56,500 Paid 1 KES 25,000 Failed 1 KES 31,500 Open 0 KES 0 Left out 2 KES 1,500 Refused 2 KES 2,000',
      'Rows in the list 6',
      '3 Person 3 0712…603 31,500 Failed: Wrong receiver',
      '4 Person 4 Not readable 1,000 Refused: “0712” is no phone.',
      '5 Person 5 0712…605 700 Left out: The approver left it out.',
      'Left out: Refused before it was sent (some_code).',
      'Refused: “E” is also in row 3, row 4, row 5, row 6, row 7.',
      'Total (5) 35,000',
      'Paid Row Reference Name Phone Amount (KES) Receipt Time (EAT)',
      '2 EMP-7 Achieng Otieno 0712…602 25,000 TJK2 21 Nov 2026, 12:05 Total (1) 25,000',
      'Payout batch · Payroll November Page 1 of 1',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('Not final');
    expect(text).not.toContain('olive@shop.example');
  });

  it('say on every page that they are not final while the batch has not ended', async () => {
    const rows = [...Array.from({ length: 90 }, (_, n) => rowOf(n + 2)), rowOf(99, { ...unsent, state: 'good' })];
    const pages = await pagesOf(await renderBatch(paper(rows, { status: 'running', endedAt: null })));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]).toContain('Not final: it has not ended.');
    for (const page of pages) expect(page).toContain('Not final · Payout batch · Payroll November Page');
    expect(pages.join(' ')).toContain('Not sent yet Row Name Phone Amount (KES) Why 99 Person 99');
  });

  it('keep open rows apart from those that were not paid', async () => {
    const rows = [rowOf(2, { outcome: 'open', receipt: null, settledAt: null }), rowOf(3, failed)];
    const text = await textOf(paper(rows, { status: 'cancelled' }));
    expect(text).toContain('Not final. Open rows: 1');
    expect(text).toMatch(
      /Not paid Row .* 3 Person 3 .* Total \(1\) 1,000 Still open Row .* 2 Person 2 .* Total \(1\) 1,000/,
    );
    expect(text).toContain('Paid No row was paid.');
  });

  it('say how many amounts cannot be read, and have them in no sum', async () => {
    const unread = { ...unsent, state: 'refused', amount: null } as const;
    const text = await textOf(paper([rowOf(2), rowOf(3, unread), rowOf(4, { ...unread, amount: 700 })]));
    expect(text).toContain('Refused 2 KES 700 Rows in the list 3 In no sum: 1');
    expect(text).toContain('3 Person 3 0712…603 — Refused 4 Person 4 0712…604 700 Refused Total (2) 700');
    const none = await textOf(paper([rowOf(3, unread)]));
    expect(none).toContain('Refused 1 — Rows in the list 1 In no sum: 1');
    expect(none).toContain('Total (1) —');
  });

  it('say that nobody else had to approve it, and name nobody who is not there', async () => {
    const text = await textOf(paper([], { approvedBy: null, submittedBy: null, submittedAt: null, fileName: null }));
    expect(text).toContain('Approved by Nobody else had to approve it');
    expect(text).not.toMatch(/Sent by|File/);
  });

  it.each([
    ['very long', 'W'.repeat(64)],
    ['from right to left', '\u202Eمريم أحمد'],
    ['a formula', '=HYPERLINK("http://evil.example","x")'],
    ['pictures', '💃🏽👩‍👩‍👧‍👦'],
    ['syntax of PDF files', ') Tj /F1 99 Tf (\\'],
    ['many lines', 'a\nb\r\nc\td'],
    ['a phone', 'Amina 0712345678'],
  ])('keep the page whole where names are %s', async (_what, name) => {
    const given = paper([rowOf(2, { name }), rowOf(3, { ...failed, name, reference: name })], { name }, name);
    const [page = '', ...others] = await pagesOf(await renderBatch(given));
    expect(others).toEqual([]);
    expect(page).toContain('Page 1 of 1');
    expect(page).toMatch(/Total \(1\) 1,000 Paid Row .* 1,000 TJK2 21 Nov 2026, 12:05 Total \(1\) 1,000/);
    expect(page.match(/0712345678/g) ?? []).toHaveLength(name.includes('0712345678') ? 3 : 0);
  });

  it('have 5,000 rows in bounded time and size, each of them once, and let other work go on', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => rowOf(n + 2, n % 10 === 0 ? failed : {}));
    let turns = 0;
    const watch = setInterval(() => turns++, 1);
    const file = await renderBatch(paper(rows));
    clearInterval(watch);
    expect(turns).toBeGreaterThan(10);
    expect(file.length).toBeLessThan(1_000_000);
    const text = (await pagesOf(file)).join(' ');
    expect(text).toContain('Paid 4500 KES 4,500,000 Failed 500 KES 500,000');
    const found = text.match(/Person \d+/g) ?? [];
    expect(found).toHaveLength(5_000);
    expect(new Set(found).size).toBe(5_000);
  });
});

describe('rows by what became of them', () => {
  it.each([
    ['handed, and nobody knows of its payout', { state: 'handed', outcome: null }, 'open'],
    ['handed and open', { state: 'handed', outcome: 'open' }, 'open'],
    ['handed and paid', { state: 'handed', outcome: 'paid' }, 'paid'],
    ['handed and failed', { state: 'handed', outcome: 'failed' }, 'failed'],
    ['good', { state: 'good', outcome: null }, 'waiting'],
    ['left out', { state: 'skipped', outcome: null }, 'skipped'],
    ['refused', { state: 'refused', outcome: null }, 'refused'],
  ] as const)('%s', (_what, row, fate) => {
    const found = byFate([{ ...row, amount: 5 }]);
    expect(found[fate]).toHaveLength(1);
    expect(sumOf(found[fate])).toEqual({ count: 1, amount: 5, unread: 0 });
    expect(Object.values(found).flat()).toHaveLength(1);
  });

  it.each([
    ['ended', [], [], null],
    ['paused', [], [], { why: 'not_ended' }],
    ['cancelled', [1], [2, 3], { why: 'rows_open', count: 3 }],
    ['expired', [], [], null],
  ] as const)('a batch that is %s', (status, open, waiting, why) => {
    expect(unfinished(status, { open, waiting })).toEqual(why);
  });
});
