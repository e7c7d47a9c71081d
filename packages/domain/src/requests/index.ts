export { createRequestLog, type RequestLog } from './create-request-log.ts';
export { keptText, type LoggedRequest, pathOf, resourceOf, withoutSecrets } from './request.ts';
