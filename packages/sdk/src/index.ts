export type { Batches } from './batches.ts';
export type { Fetch, TillgateOptions } from './config.ts';
export {
  type ConnectionErrorCode,
  isTillgateError,
  TillgateApiError,
  TillgateConnectionError,
  type TillgateError,
  TillgateWebhookError,
  type WebhookErrorCode,
} from './errors.ts';
export type { Inquiries } from './inquiries.ts';
export type { Links } from './links.ts';
export { Tillgate } from './tillgate.ts';
export type * from './types.ts';
export { version } from './version.ts';
export {
  type ExtraWebhookEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks/verify.ts';
