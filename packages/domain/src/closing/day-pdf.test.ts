import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
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
  named: [],
  startsAt: '2026-11-19T21:00:00.000Z',
  endsAt: '2026-11-20T21:00:00.000Z',
  bridge: null,
  fingerprint: 'x',
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
      'Close of day 2026-11-20',
      'Duka (production) · changed since it was signed off',
      'From 2026-11-20 00:00 EAT to 2026-11-21 00:00 EAT. Figures of 2026-11-21 13:00 EAT.',
      'Collected KES 1,200.50 in 3',
      'Refunded KES 100.00 in 1',
      'Net KES 1,100.50',
      'Paid out KES 500.00 in 2',
      'Payments without an outcome 1',
      'Came in KES 1,000.00',
      'Confirmations that people recorded as not money TJK1A2B3C4 KES 23,456.00',
      'nobody else approved it: A test of ours.',
      'Opening balance of 174379 KES 5,000.00',
      'Closing balance of 174379 not known',
      'Fees of 174379 KES 2.50',
      'outcome unknown 2',
      'Changed since the sign-off, first seen 2026-11-21 12:30 EAT',
      'Collected KES 1,000.00, now KES 1,200.50',
      'Fees of 174379 not known, now KES 2.50',
      '1. Olive Owner, 2026-11-21 11:00 EAT, net KES 1,100.50',
      'Two prompts wait. We ask.',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('olive@shop.example');
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
