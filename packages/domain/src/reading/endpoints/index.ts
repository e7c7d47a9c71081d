export type { EndpointHealth, EndpointView } from './endpoint-view.ts';
export { getEndpoint } from './get-endpoint.ts';
export { listEndpoints } from './list-endpoints.ts';
export { type ListEndpointsInput, listEndpointsSchema } from './schemas.ts';
