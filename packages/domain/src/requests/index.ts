export { createRequestLog, type RequestLog } from './create-request-log.ts';
export { keptText, type LoggedRequest, pathOf, resourceOf, retentionDays, withoutSecrets } from './request.ts';
export { sweepRequests } from './sweep-requests.ts';
