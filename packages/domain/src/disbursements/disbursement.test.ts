import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RailFact, ReportedTransaction } from '../ports/provider.ts';
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
  isAlreadyReversed: false,
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
  it.each(['success', 'failed', 'open'] as const)('%s, as the adapter judges it, and it keeps a receipt', (outcome) => {
    const result = {
      final: true,
      outcome,
      resultCode: '15',
      resultDesc: 'text',
      originatorConversationId: 'o',
      conversationId: 'c',
      transactionId: null,
      parameters: [],
      isAlreadyReversed: true,
      raw: {},
    };
    const receipt = 'TJK1A2B3C4';
    expect(factOfResult(result, { receipt, amount: '100', payee: null })).toMatchObject({
      outcome,
      resultCode: '15',
      isAlreadyReversed: true,
      receipt,
    });
  });
});

describe('what the answer to an inquiry tells', () => {
  const reported = (fact: Partial<RailFact> = {}, isReversed = false): ReportedTransaction => ({
    fact: { outcome: 'success', code: '0', text: 'text', receipt: 'TJK1A2B3C4', amount: '100', ...fact },
    isReversed,
    answer: {
      transactionStatus: null,
      amount: null,
      receipt: null,
      initiatedAt: null,
      completedAt: null,
      debitParty: null,
      creditParty: '254712345678 - JANE DOE',
      reason: null,
    },
  });

  it.each(['success', 'failed', 'open'] as const)('%s of a payout, as the adapter judges it', (outcome) => {
    expect(factOfInquiry(payout(), reported({ outcome, code: 'word' }))).toMatchObject({
      door: 'inquiry',
      outcome,
      resultCode: 'word',
      payee: '254712345678 - JANE DOE',
    });
  });

  it.each([
    ['the disbursement', factOfInquiry(payout(), null)],
    ['the original', factOfOriginal(reversal(), null)],
  ])('an inquiry that was not successful leaves it open: about %s', (_what, open) => {
    expect(open).toMatchObject({ outcome: 'open', originatorConversationId: null, conversationId: null });
  });

  it('a completed reversal needs a receipt of its own: without one it may be the original transaction', () => {
    expect(factOfInquiry(reversal(), reported({ receipt: null })).outcome).toBe('open');
    expect(factOfInquiry(reversal(), reported()).outcome).toBe('success');
    expect(factOfInquiry(payout(), reported({ receipt: null }))).toMatchObject({ outcome: 'success', receipt: null });
  });

  it.each([
    ['went back', true, 'TJKORIGINAL', 'success', '0'],
    ['went back', true, 'tjkoriginal', 'success', '0'],
    ['did not go back', false, 'TJKORIGINAL', 'open', 'word'],
    ['went back', true, 'TJKOTHER', 'open', 'word'],
    ['went back', true, null, 'open', 'word'],
  ])('the money of the original %s (%s) under %s: the reversal is %s', (_what, isReversed, receipt, outcome, code) => {
    const fact = { outcome: 'open' as const, code: 'word', receipt };
    expect(factOfOriginal(reversal(), reported(fact, isReversed))).toMatchObject({
      outcome,
      resultCode: code,
      resultDesc: 'The provider says of the original transaction: word.',
      receipt: null,
    });
  });
});
