export { TillgateWebhookError, type WebhookErrorCode } from '../errors.ts';
export type { EventByType, EventType, ExtraEventByType, ExtraEventType } from '../types.ts';
export { webhookHandler } from './handler.ts';
export type { ReceiverOptions } from './receive.ts';
export {
  type ExtraWebhookEvent,
  type VerifyOptions,
  verifySignature,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify.ts';
