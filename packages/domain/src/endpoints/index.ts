export { activateSecret } from './activate-secret.ts';
export { circuitProbeSecondsMin, circuitWindowFrom, isCircuitTripped } from './circuit.ts';
export { countLatest, openCircuit, turnEndpoint, wasAttempted } from './circuit-statements.ts';
export { createEndpoint, refusedUrl, type WithWebhookUrlJudge } from './create-endpoint.ts';
export { enableEndpoint } from './enable-endpoint.ts';
export { type Circuit, circuitOf, concurrencyMax, liveSecrets, switchTime } from './endpoint.ts';
export { rotateSecret } from './rotate-secret.ts';
export { sampleEvent } from './sample-event.ts';
export {
  type CreateEndpointInput,
  createEndpointInput,
  type EndpointInput,
  endpointSchema,
  environmentSchema,
  eventTypeSchema,
  momentSchema,
  rotateSecretSchema,
  tenantFields,
  testEndpointSchema,
  updateEndpointSchema,
  whichEndpoint,
} from './schemas.ts';
export { endpointsOf, getOwnEndpoint, lockEndpoint, requireEnabled, requireKnown } from './scope.ts';
export { deliveryHeaders, newWebhookSecret, secretPrefix, signatureHeaders } from './signature.ts';
export { markDeleted, markDisabled } from './statements.ts';
export type { TenantFilter } from './tenant-statements.ts';
export { isOfTenant } from './tenant-statements.ts';
export { testEndpoint } from './test-endpoint.ts';
export { allowsAttempt, countAttempt, isCounted, isLaneFree } from './throttle-statements.ts';
export { updateEndpoint } from './update-endpoint.ts';
export { judgeTarget, privateHostsFor, refusedAddress, webhookUrlJudge } from './url.ts';
