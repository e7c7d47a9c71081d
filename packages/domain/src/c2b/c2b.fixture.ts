import { createHash, randomBytes } from 'node:crypto';
import { applyCallback } from '../callbacks/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import { collectPayment } from '../payments/index.ts';
import type { OfflinePayment } from '../ports/provider.ts';
import {
  offlinePaymentCallback,
  promptCallback,
  resultCallback,
  type ScriptedShop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  withOwnSignals,
} from '../testing/index.ts';
import { registerC2bUrls } from './register-urls.ts';

export type Shop = ScriptedShop & { shortcode: string };

type Credentials = {
  product?: 'paybill' | 'till';
  shortcode?: string;
  tillNumber?: string;
  /** With an initiator, so that the provider can be asked about receipts. */
  initiator?: boolean;
};

/** A merchant with its own shortcode and a webhook endpoint for all events. */
export async function newShop(base: TestContext, { initiator, ...given }: Credentials = {}): Promise<Shop> {
  const ctx = withOwnSignals(base);
  const shortcode = given.shortcode ?? String(100_000 + (randomBytes(4).readUInt32BE() % 900_000));
  const merchant = await seed(ctx)
    .owner()
    .application()
    .credentials('sandbox', {
      ...given,
      shortcode,
      ...(initiator && { initiatorName: 'api', initiatorPassword: 'a-password' }),
    })
    .mint();
  const shop = { ...merchant.as('sandbox'), shortcode, ...scriptedUpstream(ctx, 1_000) };
  await subscribeToAll(shop);
  return shop;
}

let receipts = 0;
export function newReceipt(): string {
  receipts += 1;
  return `TKC${String(receipts).padStart(7, '0')}`;
}

export type Prompt = { paymentId: string; checkoutRequestId: string };

/** A pending payment. */
export async function newPrompt(
  shop: Shop,
  input: { amount?: number; phone?: string; accountReference?: string } = {},
): Promise<Prompt> {
  const { outcome } = await collectPayment(shop, {
    amount: 100,
    phone: '254712345126',
    accountReference: 'INV-1',
    ...input,
  });
  if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
  return outcome;
}

async function hookToken(shop: Shop): Promise<string> {
  const { confirmationUrl } = await registerC2bUrls(shop);
  return confirmationUrl.split('/').at(-1) ?? '';
}

/**
 * Posts a confirmation to the shop's hook. Returns the id of its inbox row, or undefined for a
 * repeat.
 */
export async function postConfirmation(
  shop: Shop,
  payment: Partial<OfflinePayment> & { transactionId: string },
): Promise<string | undefined> {
  const whole = {
    amount: '100',
    shortcode: shop.shortcode,
    billRefNumber: 'INV-1',
    phone: '2547 ***** 126',
    ...payment,
  };
  return receive(shop, 'c2b_confirmation', await hookToken(shop), offlinePaymentCallback(whole));
}

/** Posts the outcome of a prompt, and returns like {@link postConfirmation}. Without a receipt the prompt failed. */
export async function postOutcome(shop: Shop, prompt: Prompt, receipt?: string, amount = '100') {
  const { callbackToken } = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: prompt.paymentId } });
  const { checkoutRequestId } = prompt;
  const body =
    receipt === undefined
      ? promptCallback({ checkoutRequestId, resultCode: '1037' })
      : promptCallback({ checkoutRequestId, resultCode: '0', paid: { amount, receipt, phone: null } });
  return receive(shop, 'stk_callback', callbackToken ?? '', body);
}

/** Posts the provider's answer to the inquiry about a receipt, and applies it. */
export async function postReceiptStatus(
  shop: Shop,
  token: string,
  status: { amount: string; debitParty: string | null; transactionStatus?: string },
): Promise<void> {
  const transactionStatus = { transactionStatus: 'Completed', receipt: null, ...status };
  const body = resultCallback({ resultCode: '0', raw: { transactionStatus } });
  await apply(shop, await receive(shop, 'result', token, body));
}

async function receive(
  shop: Shop,
  kind: 'c2b_confirmation' | 'stk_callback' | 'result',
  token: string,
  body: Uint8Array,
) {
  const where = { kind, bodyHash: createHash('sha256').update(body).digest('hex') };
  const idsOf = async () => (await shop.db.prisma.providerCallback.findMany({ where })).map(({ id }) => id);
  const before = await idsOf();
  await receiveCallback(shop, { kind, token, body: Buffer.from(body), remoteIp: '127.0.0.1' });
  return (await idsOf()).find((id) => !before.includes(id));
}

export async function apply(shop: Shop, callbackId: string | undefined): Promise<void> {
  if (callbackId !== undefined) await applyCallback(shop, callbackId);
}

export const rowOf = (shop: Shop, id: string) => shop.db.prisma.payment.findUniqueOrThrow({ where: { id } });
export const rowsOf = (shop: Shop) =>
  shop.db.prisma.payment.findMany({ where: shop.tenant, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
export const inboxRow = (shop: Shop, id: string | undefined) =>
  shop.db.prisma.providerCallback.findUniqueOrThrow({ where: { id: id ?? '' } });
export const auditOf = async (shop: Shop, subjectId: string) =>
  (await shop.db.prisma.auditEntry.findMany({ where: { subjectId } })).map(({ action }) => action);

/** The bodies of the events of one type that the shop was sent, oldest first. */
export async function eventsOf(shop: Shop, type = 'payment.success') {
  const deliveries = await shop.db.prisma.webhookDelivery.findMany({
    where: { event: { type }, endpoint: { applicationId: shop.tenant.applicationId } },
    include: { event: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return deliveries.map(({ event }) => JSON.parse(event.body) as { created: number; data: Record<string, unknown> });
}
