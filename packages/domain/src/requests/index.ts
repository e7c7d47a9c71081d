export { createRequestLog, type RequestLog } from './create-request-log.ts';
export { keptBody, shownFields } from './kept-body.ts';
export { keptText, type LoggedRequest, pathOf, resourceOf, withoutSecrets } from './request.ts';
