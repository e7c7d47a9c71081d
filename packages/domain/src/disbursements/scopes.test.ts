import { expect, it } from 'vitest';
import { type Scope, scopes } from '../kernel/authority.ts';
import { refusalOf, rowsOf, type Shop, useShops } from './disbursements.fixture.ts';
import { getDisbursement } from './get-disbursement.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';

const shop = useShops();

const without = (ctx: Shop, missing: Scope): Shop => ({
  ...ctx,
  authority: { of: 'key', scopes: new Set(scopes.filter((scope) => scope !== missing)) },
});

it.each<[Scope, (ctx: Shop) => Promise<unknown>]>([
  ['payout', (ctx) => payOut(ctx, { amount: 100, phone: '254712345678', commandId: 'BusinessPayment' })],
  ['refund', (ctx) => reverse(ctx, { transactionId: 'TJK1A2B3C4', amount: 100 })],
  ['read', (ctx) => getDisbursement(ctx, crypto.randomUUID())],
])('a key without the scope %s is refused: nothing is written and nothing is sent', async (missing, act) => {
  const ctx = await shop();
  expect(await refusalOf(act(without(ctx, missing)))).toEqual({ code: 'forbidden', missingScope: missing });
  expect(await rowsOf(ctx)).toEqual([]);
  expect([...ctx.provider.payouts.calls, ...ctx.provider.reversals.calls]).toEqual([]);
});
