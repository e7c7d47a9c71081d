export { attemptDelivery, type DeliveryState } from './attempt-delivery.ts';
export { createEndpoint, endpointsMax, type WithWebhookUrlJudge } from './create-endpoint.ts';
export { attemptDelaysMs, attemptsMax, failureOf, type NextAttempt, nextAttempt } from './delivery.ts';
export { type EventType, eventTypes, renderEvent } from './event.ts';
export { publishDeliveries } from './publish-deliveries.ts';
export { type CreateEndpointInput, createEndpointInput } from './schemas.ts';
export { newWebhookSecret, type Signable, signatureHeaders } from './signature.ts';
export { sweepDeliveries } from './sweep-deliveries.ts';
export { judgeTarget, refusedAddress, type WebhookTarget, webhookUrlJudge } from './url.ts';
