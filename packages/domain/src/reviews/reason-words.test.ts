import { ReviewReason } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { reasonInWords, reasonKeys, reasonSentence } from './reason-words.ts';

const say = (reason: ReviewReason, detail: unknown, subjectKind: 'payment' | 'disbursement' | 'callback' = 'payment') =>
  reasonSentence(reasonInWords({ reason, subjectKind, detail }));

describe('the reason of a review in words', () => {
  it.each([
    ['outcome_unknown', {}, 'The provider never said whether this was paid.'],
    [
      'result_contradicted',
      { resultCode: '1037' },
      'The provider reported the result 1037, which contradicts what is recorded.',
    ],
    [
      'amount_differed',
      { requestedAmount: 100, paidAmount: '90' },
      'KES 100 was asked for, and the provider reported KES 90.',
    ],
    [
      'amount_differed',
      { sent: 1000, reported: '1234567.1234' },
      'KES 1,000 was sent, and the provider reported KES 1,234,567.1234.',
    ],
    ['amount_differed', { exactAmount: '5.50' }, 'The provider reported KES 5.50, which is not a whole amount.'],
    [
      'amount_differed',
      { requestedAmount: 100, paidAmount: null },
      'The amount is not the one that was asked for or sent.',
    ],
    [
      'confirmation_undecided',
      { paymentIds: ['a', 'b'] },
      'A customer paid, and 2 payments may be the one that this money belongs to.',
    ],
    [
      'receipt_conflict',
      { receipt: 'TJK1' },
      'The receipt TJK1 arrived again with another amount, or for another application.',
    ],
  ] as const)('%s %j', (reason, detail, sentence) => {
    expect(say(reason, detail)).toBe(sentence);
  });

  it('has a sentence for every reason, whatever its facts are', () => {
    for (const reason of Object.values(ReviewReason)) {
      for (const detail of [{}, null, [], 'text', { resultCode: {} }]) {
        const words = reasonInWords({ reason, subjectKind: 'callback', detail });
        expect(reasonKeys).toContain(words.key);
        expect(reasonSentence(words)).not.toMatch(/[{}]|undefined/);
      }
    }
  });
});
