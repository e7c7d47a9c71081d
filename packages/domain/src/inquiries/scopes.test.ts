import { expect, it } from 'vitest';
import { inquiriesOf, refusalOf, type Shop, useShops } from '../disbursements/disbursements.fixture.ts';
import { type Scope, scopes } from '../kernel/authority.ts';
import { askAccountBalance } from './ask-account-balance.ts';
import { askTransactionStatus } from './ask-transaction-status.ts';
import { getInquiry } from './get-inquiry.ts';

const shop = useShops();

it.each<[Scope, string, (ctx: Shop) => Promise<unknown>]>([
  ['inquire', 'the balance', (ctx) => askAccountBalance(ctx, { identifierType: '4' })],
  [
    'inquire',
    'a transaction',
    (ctx) => askTransactionStatus(ctx, { transactionId: 'TJK1A2B3C4', identifierType: '4' }),
  ],
  ['read', 'an inquiry', (ctx) => getInquiry(ctx, crypto.randomUUID())],
])('a key without the scope %s is refused %s, and nothing is asked', async (missing, _, act) => {
  const ctx = await shop();
  const authority = { of: 'key' as const, scopes: new Set(scopes.filter((scope) => scope !== missing)) };
  expect(await refusalOf(act({ ...ctx, authority }))).toEqual({ code: 'forbidden', missingScope: missing });
  expect(await inquiriesOf(ctx)).toEqual([]);
  expect([...ctx.provider.balanceInquiries.calls, ...ctx.provider.statusInquiries.calls]).toEqual([]);
});
