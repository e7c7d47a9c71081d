export { browseRequests, type RequestRow } from './browse-requests.ts';
export { getRequest } from './get-request.ts';
export { browseRequestsSchema, requestSchema } from './schemas.ts';
