import { v7 as uuidv7 } from 'uuid';
import { otherRails, setRailAccount } from '../applications/index.ts';
import { bodyHash, newCallbackToken, receiveCallback } from '../inbox/index.ts';
import { collectPayment } from '../payments/index.ts';
import { addressOf } from '../rails/index.ts';
import {
  type ScriptedShop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  withOwnSignals,
} from '../testing/index.ts';

const [rail] = otherRails;
let made = 0;

/** A merchant with one account, at a network that has one URL for all that it posts. `token`: the last part of that URL. */
export type RailShop = ScriptedShop & { accountId: string; token: string };

export async function newRailShop(
  base: TestContext,
  { environment = 'sandbox' as 'sandbox' | 'production', applicationId = undefined as string | undefined } = {},
): Promise<RailShop> {
  const ctx = withOwnSignals(base);
  const merchant = applicationId === undefined ? await seed(ctx).owner().application().mint() : undefined;
  const tenant = { applicationId: applicationId ?? merchant?.applicationId ?? '', environment };
  made += 1;
  const secrets = { clientId: `client-${made}`, clientSecret: 'a-secret', callbackKey: 'a-key' };
  const { accountId } = await setRailAccount(ctx, { ...tenant, rail, number: `${450_000 + made}`, secrets });
  const { hookToken } = await ctx.db.prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } });
  const shop = { ...ctx, tenant, ...scriptedUpstream(ctx, 1_000), accountId, token: hookToken ?? '' };
  await subscribeToAll(shop);
  return shop;
}

/** A pending payment, and our id of its prompt. */
export async function newRailPrompt(shop: RailShop, accountReference = 'INV-1') {
  const { outcome } = await collectPayment(shop, { amount: 100, phone: '254733345126', accountReference });
  if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
  return { paymentId: outcome.paymentId, id: outcome.checkoutRequestId };
}

/** A pending payout, with our id as the network knows it. The inquiry about it is due in a minute. */
export async function newRailPayout(shop: RailShop, originatorConversationId: string): Promise<string> {
  const { number } = await shop.db.prisma.railAccount.findUniqueOrThrow({ where: { id: shop.accountId } });
  const createdAt = shop.clock.now();
  const ids = { id: uuidv7(), ...shop.tenant, originatorConversationId, callbackToken: newCallbackToken() };
  const what = { kind: 'payout', status: 'pending', commandId: 'BusinessPayment', remarks: '' } as const;
  const { id } = await shop.db.prisma.disbursement.create({
    data: {
      ...{ ...ids, ...what, rail, shortcode: addressOf(rail, number), amount: 100, phone: '254733345126', createdAt },
      nextInquiryAt: new Date(createdAt.getTime() + 60_000),
    },
  });
  return id;
}

/** Posts a notice to the hook of the shop. Returns its inbox row, or undefined when none was stored. */
export async function postNotice(
  shop: RailShop,
  body: Uint8Array | string,
  given: { token?: string; remoteIp?: string } = {},
) {
  const bytes = Buffer.from(body);
  const posted = { kind: 'rail_notice', token: shop.token, remoteIp: '127.0.0.1', ...given, body: bytes } as const;
  await receiveCallback(shop, posted);
  const { applicationId } = shop.tenant;
  const rows = await shop.db.prisma.providerCallback.findMany({ where: { applicationId, bodyHash: bodyHash(bytes) } });
  return rows.at(-1);
}
