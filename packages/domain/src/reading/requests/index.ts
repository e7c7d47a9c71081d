export { browseRequests, type RequestRow } from './browse-requests.ts';
export { getRequest } from './get-request.ts';
export { type BrowseRequestsInput, browseRequestsSchema, requestSchema, statusClasses } from './schemas.ts';
