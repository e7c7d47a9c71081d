/** A route handler of Next.js: `export const POST = tillgateWebhook({ secret, onEvent })`. */
export { webhookHandler as tillgateWebhook } from '../webhooks/handler.ts';
export type { ReceiverOptions } from '../webhooks/receive.ts';
export type { WebhookEvent } from '../webhooks/verify.ts';
