import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TransactionStatus } from '../provider-port.ts';
import { type DisbursementFact, decideDisbursement, factOfInquiry, factOfResult } from './disbursement.ts';

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
  ...changes,
});
const failure: Partial<DisbursementFact> = { outcome: 'failed', resultCode: '1', receipt: null };
const inquired: Partial<DisbursementFact> = { door: 'inquiry', originatorConversationId: null, conversationId: null };

describe('what a fact does to a disbursement', () => {
  it.each<[string, Disbursement, Partial<DisbursementFact>, object]>([
    ['a success settles a pending one', payout(), {}, { kind: 'settle', to: 'success' }],
    ['a failure settles a pending one', payout(), failure, { kind: 'settle', to: 'failed' }],
    ['an open outcome settles nothing', payout(), { outcome: 'open' }, { kind: 'still_pending' }],
    [
      'a result before the acknowledgement settles, though no id is known yet',
      reversal({ conversationId: null }),
      {},
      { kind: 'settle', to: 'success' },
    ],
    ['an inquiry settles without ids', payout(), inquired, { kind: 'settle', to: 'success' }],
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
    ['the asked amount fits', payout(), { ...inquired, amount: '100.00' }, { kind: 'settle', to: 'success' }],
  ])('%s', (_guarantee, row, news, decision) => {
    expect(decideDisbursement(row, fact(news))).toEqual(decision);
  });

  it.each<[string, Disbursement, Partial<DisbursementFact>, boolean]>([
    ['a failure after a success', payout({ status: 'success' }), failure, true],
    ['a success after a failure', payout({ status: 'failed' }), {}, true],
    ['a second receipt', payout({ status: 'success', providerReceipt: 'TJK0000000' }), {}, true],
    ['another OriginatorConversationID', payout(), { originatorConversationId: 'theirs', conversationId: null }, true],
    ['another ConversationID', payout(), { conversationId: 'AG_2' }, true],
    ['another ConversationID after the end', payout({ status: 'failed' }), { conversationId: 'AG_2' }, false],
    ['an inquiry about another amount', payout(), { ...inquired, amount: '101' }, false],
    ['an inquiry about an unreadable amount', payout(), { ...inquired, amount: 'ten' }, false],
    [
      'an inquiry that answers about the reversed transaction',
      reversal(),
      { ...inquired, receipt: 'TJKORIGINAL' },
      false,
    ],
  ])('%s contradicts, and changes nothing; needs review: %4$s', (_guarantee, row, news, needsReview) => {
    expect(decideDisbursement(row, fact(news))).toMatchObject({ kind: 'contradiction', needsReview });
  });

  it('settles at most once in any order of facts, and the first outcome stays', () => {
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
        const first = told.find((each) => each.outcome !== 'open' && each.conversationId !== 'AG_other');
        expect(settlements).toEqual(first ? [first.outcome] : []);
        expect(row.status).toBe(first?.outcome ?? 'pending');
      }),
    );
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
    ['0', 'success', 'TJK1A2B3C4'],
    ['1', 'failed', null],
    ['SFC_IC0003', 'failed', null],
    ['R000001', 'failed', null],
    // The first request under the id decides; the provider will go on by itself.
    ['15', 'open', null],
    ['100000000', 'open', null],
  ])('%s is %s', (resultCode, outcome, receipt) => {
    expect(factOfResult(result(resultCode), 'TJK1A2B3C4')).toMatchObject({ outcome, resultCode, receipt });
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
});
