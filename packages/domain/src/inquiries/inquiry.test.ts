import { describe, expect, it } from 'vitest';
import type { Outcome } from '../ports/provider.ts';
import { decideInquiry, idsContradict } from './inquiry.ts';
import { accountBalanceSchema, transactionStatusSchema } from './schemas.ts';

const pending = { status: 'pending' as const, originatorConversationId: 'o', conversationId: 'c' };
const fact = { originatorConversationId: 'o', conversationId: 'c', outcome: 'success' as Outcome };

describe('what a result does to an inquiry', () => {
  it.each<[string, Partial<typeof fact>, object]>([
    ['a success answers it', {}, { kind: 'end', to: 'answered' }],
    ['a failure fails it', { outcome: 'failed' }, { kind: 'end', to: 'failed' }],
    ['so does a result that settles nothing', { outcome: 'open' }, { kind: 'end', to: 'failed' }],
  ])('%s', (_guarantee, news, decision) => {
    expect(decideInquiry(pending, { ...fact, ...news })).toEqual(decision);
  });

  it.each(['answered', 'failed'] as const)('one that is %s stays so', (status) => {
    expect(decideInquiry({ ...pending, status }, fact)).toEqual({ kind: 'already_ended' });
    expect(decideInquiry({ ...pending, status }, { ...fact, outcome: 'failed' })).toEqual({ kind: 'already_ended' });
  });

  it('the ids of another conversation contradict', () => {
    expect(decideInquiry(pending, { ...fact, conversationId: 'other' }).kind).toBe('contradiction');
    const other = { originatorConversationId: 'other' };
    expect(decideInquiry(pending, { ...fact, ...other, conversationId: null }).kind).toBe('contradiction');
    // The provider's own id settles it.
    expect(decideInquiry(pending, { ...fact, ...other }).kind).toBe('end');
  });

  it('ids that one side does not know do not contradict', () => {
    const nothing = { originatorConversationId: null, conversationId: null };
    expect(idsContradict(nothing, fact)).toBeUndefined();
    expect(idsContradict(pending, nothing)).toBeUndefined();
  });
});

describe('the bodies of inquiries', () => {
  it('the identifier type defaults to 4 and is text', () => {
    expect(transactionStatusSchema.parse({ transactionId: ' TJK1A2B3C4 ' })).toEqual({
      transactionId: 'TJK1A2B3C4',
      identifierType: '4',
    });
    for (const identifierType of ['1', '2', '4']) {
      expect(accountBalanceSchema.parse({ identifierType }).identifierType).toBe(identifierType);
    }
    for (const identifierType of [4, '3', '', null, '04']) {
      expect(accountBalanceSchema.safeParse({ identifierType }).success).toBe(false);
    }
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['41 characters', 'A'.repeat(41)],
    ['a space inside', 'TJK 1A2'],
    ['another alphabet', 'ТЖК1'],
    ['a number', 12],
  ])('%s is no transaction id', (_what, transactionId) => {
    expect(transactionStatusSchema.safeParse({ transactionId }).success).toBe(false);
  });

  it.each([
    ['an account balance', accountBalanceSchema, {}],
    ['a transaction status', transactionStatusSchema, { transactionId: 'TJK1A2B3C4' }],
  ])('remarks of %s are free text: 1,000 characters of any script, without broken ones', (_what, schema, rest) => {
    const isTaken = (remarks: string) => schema.safeParse({ ...rest, remarks }).success;
    const taken = ['', '🧾'.repeat(1_000), 'x'.repeat(1_000), 'two\r\nlines\tand a tab'];
    expect(taken.filter((text) => !isTaken(text))).toEqual([]);
    expect(['x'.repeat(1_001), 'a\u0000', 'a\u001b', 'a\u0085', '\ud800'].filter(isTaken)).toEqual([]);
  });
});
