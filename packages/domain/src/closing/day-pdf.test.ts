import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { sheetOf } from '../reading/closing/day-sheet.ts';
import { bridgeOf } from '../reading/closing/figures.ts';
import type { DayDetail } from '../reading/closing/index.ts';
import { renderDay } from './day-pdf.ts';

const figures: DayDetail['figures'] = {
  collected: 120_050,
  collectedCount: 3,
  refunded: 10_000,
  refundCount: 1,
  net: 110_050,
  paidOut: 50_000,
  payoutCount: 2,
  refundedSince: 10_000,
  pendingPayments: 1,
  pendingPayouts: 0,
  movedIn: 100_000,
  movedBack: 0,
  movedOut: 50_000,
  accounts: [
    {
      shortcode: '174379',
      opening: 500_000,
      closing: null,
      fees: 250,
      hasProblems: false,
      coveredFrom: null,
      coveredTo: null,
    },
  ],
};
const signOff = {
  signOffId: 'a',
  revision: 1,
  signedBy: 'user:1',
  signedAt: '2026-11-21T08:00:00.000Z',
  exceptions: {},
  figures,
  note: 'Two prompts wait.\nWe ask.',
};
const day: DayDetail = {
  day: '2026-11-20',
  state: 'changed',
  figures,
  exceptions: { outcome_unknown: 2 },
  openPoints: 3,
  named: [
    {
      reviewId: 'r',
      reason: 'outcome_unknown',
      subjectKind: 'payment',
      subjectId: 'p',
      receipt: 'TJKOPEN001',
      amount: 99.5,
    },
  ],
  ...{
    startsAt: '2026-11-19T21:00:00.000Z',
    endsAt: '2026-11-20T21:00:00.000Z',
    sheet: sheetOf(figures, bridgeOf(figures)),
    fingerprint: 'x',
  },
  signOffs: [signOff],
  notMoney: [
    {
      callbackId: 'c',
      receipt: 'TJK1A2B3C4',
      amount: 23_456,
      note: 'A test of ours.',
      by: 'user:1',
      approvedBy: null,
      at: '2026-11-20T09:00:00.000Z',
    },
  ],
  difference: {
    changes: [{ figure: 'collected', unit: 'cents', shortcode: null, from: 100_000, to: 120_050 }],
    learned: [{ figure: 'fees', unit: 'cents', shortcode: '174379', from: null, to: 250 }],
  },
  changedSince: '2026-11-21T09:30:00.000Z',
  people: { 'user:1': { kind: 'person', id: '1', name: 'Olive Owner', email: 'olive@shop.example' } },
};
const paper = { day, applicationName: 'Duka', environment: 'production', at: new Date('2026-11-21T10:00:00Z') };

/** What a reader of PDF files finds, and on how many pages. */
async function read(file: Uint8Array): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await getDocumentProxy(file), { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}

describe('a day as a PDF', () => {
  it('has on one page all figures, accounts, open points, changes and signatures', async () => {
    const { text, pages } = await read(await renderDay(paper));
    expect(pages).toBe(1);
    for (const expected of [
      'Close of day, 20 Nov 2026',
      'Duka (production) · Changed since sign-off',
      'Figures as of 21 Nov 2026, 13:00 EAT',
      'Collected 3 KES 1,200.50',
      'Refunded 1 KES 100.00',
      'Net KES 1,100.50',
      'Paid out 2 KES 500.00',
      'Pending payments 1',
      'Received KES 1,000.00',
      'Recorded as not money TJK1A2B3C4 KES 23,456.00',
      'By Olive Owner. Nobody else approved it: A test of ours.',
      'Opening balance KES 5,000.00',
      'Closing balance Unknown',
      'M-PESA fees KES 2.50',
      'Outcome unknown · TJKOPEN001 KES 99.50',
      'and 1 more',
      'This day changed after sign-off First seen: 21 Nov 2026, 12:30 EAT',
      'Collected KES 1,000.00 KES 1,200.50',
      'M-PESA fees · 174379 Unknown KES 2.50',
      '1. Olive Owner, 21 Nov 2026, 11:00 EAT Net KES 1,100.50',
      'Two prompts wait. We ask.',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('olive@shop.example');
  });

  it('shows how the balances come about, and what nothing explains', async () => {
    const [account] = figures.accounts;
    const known = { ...figures, accounts: account ? [{ ...account, closing: 549_000 }] : [] };
    const { text } = await read(await renderDay({ ...paper, day: { ...day, sheet: sheetOf(known, bridgeOf(known)) } }));
    for (const expected of [
      'Balance check Opening balance KES 5,000.00 Received KES 1,000.00 Paid out KES -500.00 M-PESA fees KES -2.50',
      'Expected closing balance KES 5,497.50 Closing balance KES 5,490.00',
      'KES 7.50 less on the statement than recorded here',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('goes on over pages, and breaks words that are longer than a line', async () => {
    const note = `${'long '.repeat(150)}${'w'.repeat(250)}`;
    const signOffs = Array.from({ length: 12 }, (_, index) => ({ ...signOff, revision: 12 - index, note }));
    const { text, pages } = await read(await renderDay({ ...paper, day: { ...day, signOffs } }));
    expect(pages).toBeGreaterThan(1);
    expect(text.match(/\d+\. Olive Owner/g)).toHaveLength(12);
    expect(text.replaceAll(' ', '')).toContain('w'.repeat(250));
  });

  it('shows what its fonts do not have as question marks', async () => {
    const { text } = await read(await renderDay({ ...paper, applicationName: 'Café 店 🛒\u0007' }));
    expect(text).toContain('Café ? ?? (production)');
  });
});
