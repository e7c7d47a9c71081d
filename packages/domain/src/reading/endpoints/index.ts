export { withoutQuery } from '../without-query.ts';
export type { EndpointView } from './endpoint-view.ts';
export { getEndpoint } from './get-endpoint.ts';
export { listEndpoints } from './list-endpoints.ts';
export { type AttemptsPart, reportAttempts } from './report-attempts.ts';
export { listEndpointsSchema, reportAttemptsSchema } from './schemas.ts';
