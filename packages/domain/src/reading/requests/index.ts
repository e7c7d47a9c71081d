export { browseRequests, type RequestRow } from './browse-requests.ts';
export { getRequest, type RequestView } from './get-request.ts';
export {
  type BrowseRequestsInput,
  browseRequestsSchema,
  type RequestInput,
  requestSchema,
  statusClasses,
} from './schemas.ts';
