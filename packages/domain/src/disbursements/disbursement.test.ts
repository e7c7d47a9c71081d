import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransactionStatus } from '../ports/provider.ts';
import {
  amountDiffers,
  type DisbursementFact,
  decideDisbursement,
  factOfInquiry,
  factOfOriginal,
  factOfResult,
} from './disbursement.ts';

type Disbursement = Parameters<typeof decideDisbursement>[0];

const payout = (changes: Partial<Disbursement> = {}): Disbursement => ({
  kind: 'payout',
  status: 'pending',
  amount: 100,
  transactionId: null,
  originatorConversationId: 'ours',
  conversationId: 'AG_1',
  providerReceipt: null,
  ...changes,
});
const reversal = (changes: Partial<Disbursement> = {}) =>
  payout({ kind: 'reversal', transactionId: 'TJKORIGINAL', originatorConversationId: null, ...changes });
const fact = (changes: Partial<DisbursementFact> = {}): DisbursementFact => ({
  door: 'result',
  originatorConversationId: 'ours',
  conversationId: 'AG_1',
  outcome: 'success',
  resultCode: '0',
  resultDesc: 'text',
  receipt: 'TJK1A2B3C4',
  amount: null,
  payee: null,
  ...changes,
});
const failure: Partial<DisbursementFact> = { outcome: 'failed', resultCode: '1', receipt: null };
const inquired: Partial<DisbursementFact> = { door: 'inquiry', originatorConversationId: null, conversationId: null };

describe('what a fact does to a disbursement', () => {
  it.each<[string, Disbursement, Partial<DisbursementFact>, object]>([
    ['a success settles a pending one', payout(), {}, { kind: 'settle', to: 'success', late: false }],
    ['a failure settles a pending one', payout(), failure, { kind: 'settle', to: 'failed', late: false }],
    ['an open outcome settles nothing', payout(), { outcome: 'open' }, { kind: 'still_pending' }],
    [
      'a result before the acknowledgement settles, though no id is known yet',
      reversal({ conversationId: null }),
      {},
      { kind: 'settle', to: 'success', late: false },
    ],
    ['an inquiry settles without ids', payout(), inquired, { kind: 'settle', to: 'success', late: false }],
    ['a repeated failure changes nothing', payout({ status: 'failed' }), failure, { kind: 'already_settled' }],
    [
      'a repeated success changes nothing',
      payout({ status: 'success', providerReceipt: 'TJK1A2B3C4' }),
      {},
      { kind: 'already_settled' },
    ],
    [
      'a success without a receipt gets it from a later fact',
      payout({ status: 'success' }),
      {},
      { kind: 'enrich', receipt: 'TJK1A2B3C4' },
    ],
    [
      'an open outcome after the end changes nothing',
      payout({ status: 'success' }),
      { outcome: 'open' },
      { kind: 'already_settled' },
    ],
    [
      'a success after a failure settles it',
      payout({ status: 'failed' }),
      {},
      { kind: 'settle', to: 'success', late: true },
    ],
    [
      'a success by inquiry after a failure settles it',
      payout({ status: 'failed' }),
      inquired,
      { kind: 'settle', to: 'success', late: true },
    ],
    [
      'a refusal that names the reversed payment settles it as failed',
      reversal(),
      { ...failure, receipt: 'TJKORIGINAL' },
      { kind: 'settle', to: 'failed', late: false },
    ],
    [
      'a declined transaction has an id and settles it as failed',
      payout(),
      { ...inquired, ...failure, receipt: 'TJK1A2B3C4' },
      { kind: 'settle', to: 'failed', late: false },
    ],
    [
      'the asked amount fits',
      payout(),
      { ...inquired, amount: '100.00' },
      { kind: 'settle', to: 'success', late: false },
    ],
  ])('%s', (_guarantee, row, news, decision) => {
    expect(decideDisbursement(row, fact(news))).toEqual(decision);
  });

  it.each<[string, Disbursement, Partial<DisbursementFact>, boolean]>([
    ['a failure after a success', payout({ status: 'success' }), failure, true],
    ['a failure with a receipt', payout(), { ...failure, receipt: 'TJK1A2B3C4' }, true],
    [
      'a failure with a receipt after a failure',
      payout({ status: 'failed' }),
      { ...failure, receipt: 'TJK1A2B3C4' },
      true,
    ],
    ['a second receipt', payout({ status: 'success', providerReceipt: 'TJK0000000' }), {}, true],
    ['another OriginatorConversationID', payout(), { originatorConversationId: 'theirs', conversationId: null }, true],
    ['another ConversationID', payout(), { conversationId: 'AG_2' }, true],
    ['another ConversationID after the end', payout({ status: 'failed' }), { conversationId: 'AG_2' }, false],
    [
      'an inquiry that answers about the reversed transaction',
      reversal(),
      { ...inquired, receipt: 'TJKORIGINAL' },
      false,
    ],
  ])('%s contradicts, and changes nothing; needs review: %4$s', (_guarantee, row, news, needsReview) => {
    expect(decideDisbursement(row, fact(news))).toMatchObject({ kind: 'contradiction', needsReview });
  });

  it('is a success once any fact says so, in any order of facts, and announces each state once', () => {
    const news: fc.Arbitrary<Partial<DisbursementFact>> = fc.constantFrom<Partial<DisbursementFact>[]>(
      {},
      failure,
      inquired,
      { ...inquired, ...failure },
      { ...inquired, outcome: 'open' },
      { receipt: null },
      { conversationId: 'AG_other' },
    );
    fc.assert(
      fc.property(fc.array(news), (sequence) => {
        let row = payout();
        const settlements: string[] = [];
        const told = sequence.map(fact);
        for (const each of told) {
          const decision = decideDisbursement(row, each);
          if (decision.kind === 'settle') {
            settlements.push(decision.to);
            row = { ...row, status: decision.to, providerReceipt: each.receipt };
          } else if (decision.kind === 'enrich') {
            expect(row.status).toBe('success');
            row = { ...row, providerReceipt: decision.receipt };
          }
        }
        const outcomes = told.filter((each) => each.conversationId !== 'AG_other').map(({ outcome }) => outcome);
        const [first] = outcomes.filter((outcome) => outcome !== 'open');
        const last = outcomes.includes('success') ? 'success' : first;
        expect(settlements).toEqual([...new Set(first ? [first, last] : [])]);
        expect(row.status).toBe(last ?? 'pending');
      }),
    );
  });
});

describe('the amount that the provider tells', () => {
  it.each<[string, Partial<DisbursementFact>, boolean]>([
    ['none', { amount: null }, false],
    ['the same', { amount: '100' }, false],
    ['the same with decimals', { amount: '100.00' }, false],
    ['more', { amount: '101' }, true],
    ['a fraction', { amount: '100.50' }, true],
    ['a text that is no amount', { amount: 'ten' }, true],
    ['another one with an open outcome', { outcome: 'open', amount: '101' }, false],
  ])('%s', (_what, news, differs) => {
    expect(amountDiffers(payout(), fact(news))).toBe(differs);
  });
});

describe('what a result tells', () => {
  const result = (resultCode: string) => ({
    final: true,
    resultCode,
    resultDesc: 'text',
    originatorConversationId: 'o',
    conversationId: 'c',
    transactionId: null,
    parameters: [],
    raw: {},
  });

  it.each([
    ['0', 'success'],
    ['1', 'failed'],
    ['SFC_IC0003', 'failed'],
    ['R000001', 'failed'],
    // The first request under the id decides; the provider will go on by itself.
    ['15', 'open'],
    ['100000000', 'open'],
  ])('%s is %s, and keeps a receipt', (resultCode, outcome) => {
    const receipt = 'TJK1A2B3C4';
    expect(factOfResult(result(resultCode), { receipt, amount: '100', payee: null })).toMatchObject({
      outcome,
      resultCode,
      receipt,
    });
  });
});

describe('what the answer to an inquiry tells', () => {
  const status = (changes: Partial<TransactionStatus>): TransactionStatus => ({
    transactionStatus: 'Completed',
    amount: '100',
    receipt: 'TJK1A2B3C4',
    initiatedAt: null,
    completedAt: null,
    debitParty: null,
    creditParty: null,
    reason: null,
    ...changes,
  });

  it.each([
    ['Completed', 'success', '0'],
    ['completed ', 'success', '0'],
    ['Cancelled', 'failed', 'Cancelled'],
    ['Declined', 'failed', 'Declined'],
    ['Expired', 'failed', 'Expired'],
    ['Failed', 'failed', 'Failed'],
    ['Pending', 'open', 'Pending'],
    ['Authorized', 'open', 'Authorized'],
    ['Reversed', 'open', 'Reversed'],
    ['a word that nobody knows', 'open', 'a word that nobody knows'],
  ])('%s is %s', (transactionStatus, outcome, resultCode) => {
    expect(factOfInquiry(payout(), status({ transactionStatus }))).toMatchObject({ outcome, resultCode });
  });

  it.each([
    ['no word at all', status({ transactionStatus: null })],
    ['an inquiry that was not successful', null],
  ])('%s leaves it open', (_what, answer) => {
    expect(factOfInquiry(payout(), answer).outcome).toBe('open');
  });

  it('a completed reversal needs a receipt of its own: without one it may be the original transaction', () => {
    expect(factOfInquiry(reversal(), status({ receipt: null })).outcome).toBe('open');
    expect(factOfInquiry(reversal(), status({})).outcome).toBe('success');
    expect(factOfInquiry(payout(), status({ receipt: null }))).toMatchObject({ outcome: 'success', receipt: null });
  });

  it.each([
    ['Reversed', 'TJKORIGINAL', 'success'],
    ['reversed', 'tjkoriginal', 'success'],
    ['Completed', 'TJKORIGINAL', 'open'],
    ['Failed', 'TJKORIGINAL', 'open'],
    ['Reversed', 'TJKOTHER', 'open'],
    ['Reversed', null, 'open'],
  ])('the original transaction is %s under %s: the reversal is %s', (transactionStatus, receipt, outcome) => {
    expect(factOfOriginal(reversal(), status({ transactionStatus, receipt }))).toMatchObject({
      outcome,
      receipt: null,
    });
  });
});
