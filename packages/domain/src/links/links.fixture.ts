import { createTurns } from '../idempotency/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type SeededMerchant, seed, type TestContext } from '../testing/index.ts';
import { createLinkSchema, createPayPages, type PayPages } from './index.ts';

/** The payment pages of tests. */
export const payPages = createPayPages('https://pay.example', Buffer.alloc(32, 7).toString('base64'));

/** A shop that has credentials, and its context. */
export async function linkShop(ctx: TestContext, environment: 'sandbox' | 'production' = 'sandbox') {
  const shop = await seed(ctx).owner().application().credentials(environment).mint();
  return { shop, ctx: linkContext(shop, environment) };
}

export function linkContext(shop: SeededMerchant, environment: 'sandbox' | 'production' = 'sandbox') {
  const own: TenantContext & TestContext = shop.as(environment);
  return { ...own, payPages: payPages as PayPages | undefined, turns: createTurns() };
}

/** What a caller sends, read as the API reads it. */
export const linkInput = (given: object = {}) => createLinkSchema.parse({ title: 'Mugs', amount: 500, ...given });
