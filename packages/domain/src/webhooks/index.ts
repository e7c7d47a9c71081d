export { attemptDelivery, type DeliveryState } from './attempt-delivery.ts';
export { browseEvents, type EventRow } from './browse-events.ts';
export { cancelDelivery } from './cancel-delivery.ts';
export { cancelRecovery } from './cancel-recovery.ts';
export { concurrencyMax } from './claim-delivery.ts';
export { createEndpoint, endpointsMax, type WithWebhookUrlJudge } from './create-endpoint.ts';
export { deleteEndpoint } from './delete-endpoint.ts';
export { attemptDelaysMs, attemptsMax, failureOf, type NextAttempt, nextAttempt } from './delivery.ts';
export { disableEndpoint } from './disable-endpoint.ts';
export { drainEndpoint } from './drain-endpoint.ts';
export { enableEndpoint } from './enable-endpoint.ts';
export { type Circuit, type Count, countUpTo } from './endpoint.ts';
export type { EndpointHealth, EndpointView } from './endpoint-view.ts';
export { type EventType, eventTypes, renderEvent } from './event.ts';
export { type AttemptView, type DeliveryView, getDelivery } from './get-delivery.ts';
export { getEndpoint } from './get-endpoint.ts';
export { type EventView, getEvent } from './get-event.ts';
export { getRecovery } from './get-recovery.ts';
export { type DeliverySummary, listDeliveries } from './list-deliveries.ts';
export { listEndpoints } from './list-endpoints.ts';
export { listRecoveries } from './list-recoveries.ts';
export { type ListenedEvent, listenEvents, listenHeaders } from './listen-events.ts';
export { listenSecret } from './listen-secret.ts';
export { publishDeliveries } from './publish-deliveries.ts';
export { recoverFailed } from './recover-failed.ts';
export { type RecoveryView, recoveryDaysMax } from './recovery.ts';
export { replayMissing } from './replay-missing.ts';
export { resendDelivery } from './resend-delivery.ts';
export { retiredSecretsMax, rotateSecret } from './rotate-secret.ts';
export {
  type BrowseEventsInput,
  browseEventsSchema,
  type CreateEndpointInput,
  createEndpointInput,
  type DeliveryInput,
  deliverySchema,
  type EndpointInput,
  type EventInput,
  endpointSchema,
  eventSchema,
  type ListDeliveriesInput,
  type ListEndpointsInput,
  type ListRecoveriesInput,
  listDeliveriesSchema,
  listEndpointsSchema,
  listRecoveriesSchema,
  type RecoveryInput,
  type RotateSecretInput,
  recoverySchema,
  rotateSecretSchema,
  type StartRecoveryInput,
  startRecoverySchema,
  type TestEndpointInput,
  testEndpointSchema,
  type UpdateEndpointInput,
  updateEndpointSchema,
} from './schemas.ts';
export { sendAsNew } from './send-as-new.ts';
export { newWebhookSecret, type Signable, signatureHeaders } from './signature.ts';
export type { StartedRecovery } from './start-recovery.ts';
export { sweepDeliveries } from './sweep-deliveries.ts';
export { sweepRecoveries } from './sweep-recoveries.ts';
export { testEndpoint, testsPerMinuteMax } from './test-endpoint.ts';
export { updateEndpoint } from './update-endpoint.ts';
export { judgeTarget, refusedAddress, type WebhookTarget, webhookUrlJudge } from './url.ts';
export { type RecoveryProgress, workRecovery } from './work-recovery.ts';
