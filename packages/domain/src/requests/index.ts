export { browseRequests, type RequestRow } from './browse-requests.ts';
export { createRequestLog, type RequestLog, type RequestLogLimits } from './create-request-log.ts';
export { getRequest, type RequestView } from './get-request.ts';
export { keptText, type LoggedRequest, pathOf, resourceOf, retentionDays, withoutSecrets } from './request.ts';
export {
  type BrowseRequestsInput,
  browseRequestsSchema,
  type RequestInput,
  requestSchema,
  statusClasses,
} from './schemas.ts';
export { sweepRequests } from './sweep-requests.ts';
