export { withoutQuery } from '../without-query.ts';
export type { EndpointView } from './endpoint-view.ts';
export { getEndpoint } from './get-endpoint.ts';
export { listEndpoints } from './list-endpoints.ts';
export { reportAttempts } from './report-attempts.ts';
export { reportAttemptsSchema } from './schemas.ts';
