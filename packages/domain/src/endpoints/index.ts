export { circuitProbeSecondsMax, circuitProbeSecondsMin, circuitWindowFrom, isCircuitTripped } from './circuit.ts';
export { createEndpoint, endpointsMax, type WithWebhookUrlJudge } from './create-endpoint.ts';
export { deleteEndpoint } from './delete-endpoint.ts';
export { disableEndpoint } from './disable-endpoint.ts';
export { enableEndpoint } from './enable-endpoint.ts';
export { type Circuit, type Count, circuitOf, concurrencyMax, countUpTo, liveSecrets } from './endpoint.ts';
export { retiredSecretsMax, rotateSecret } from './rotate-secret.ts';
export {
  type CreateEndpointInput,
  createEndpointInput,
  type EndpointInput,
  endpointSchema,
  environmentSchema,
  eventTypeSchema,
  momentSchema,
  type RotateSecretInput,
  rotateSecretSchema,
  type TestEndpointInput,
  testEndpointSchema,
  type UpdateEndpointInput,
  updateEndpointSchema,
  whichEndpoint,
  wholeNumber,
  whose,
} from './schemas.ts';
export {
  auditOwner,
  getOwnEndpoint,
  lockEndpoint,
  type OwnEndpoint,
  requireEnabled,
  requireKnown,
  type Whose,
  whoseEndpoints,
} from './scope.ts';
export { deliveryHeaders, newWebhookSecret, type Signable, secretPrefix, signatureHeaders } from './signature.ts';
export { countLatest, openCircuit, switchOff, wasAttempted } from './statements.ts';
export { testEndpoint, testsPerMinuteMax } from './test-endpoint.ts';
export { updateEndpoint } from './update-endpoint.ts';
export { judgeTarget, refusedAddress, type WebhookTarget, webhookUrlJudge } from './url.ts';
