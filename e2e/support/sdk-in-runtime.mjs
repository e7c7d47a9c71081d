// Runs in every runtime: verifies a webhook, refuses a forged one, collects a payment and waits for it.
import { isTillgateError, Tillgate } from '@tillgate/sdk';
import { verifyWebhook } from '@tillgate/sdk/webhooks';

/** @typedef {{ body: string, headers: Record<string, string>, secret: string, now: number }} Webhook */

/**
 * @param {{ apiKey: string, baseUrl: string, phone: string, webhook: Webhook }} given
 * @returns what the test expects of each runtime
 */
export async function tryEverything({ apiKey, baseUrl, phone, webhook }) {
  const event = await verifyWebhook(webhook);
  const forged = await verifyWebhook({ ...webhook, body: `${webhook.body} ` }).catch((error) =>
    isTillgateError(error) ? error.code : String(error),
  );
  const tillgate = new Tillgate({ apiKey, baseUrl });
  const { paymentId } = await tillgate.collect({ amount: 10, phone });
  const { status } = await tillgate.waitForPayment(paymentId);
  const missing = await tillgate
    .status('nobody')
    .catch((error) => (isTillgateError(error) ? error.code : String(error)));
  const listed = [];
  for await (const payment of tillgate.listPayments({ phone, pageSize: 1 })) listed.push(payment.paymentId);
  return { type: event.type, forged, status, missing, listed: listed.length, isListed: listed.includes(paymentId) };
}
