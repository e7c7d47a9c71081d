import { choice, defineList, openChoice, period, text } from '@/features/lists/filters';

/** What the request log can be narrowed by. The page brings the keys to choose from. */
export const requestList = defineList('requests', [
  choice('statusClass', ['2xx', '4xx', '5xx'], { texts: 'requests.filters.classes' }),
  choice('method', ['GET', 'POST']),
  text('path', { hasHelp: true, placeholder: '/collect' }),
  text('errorCode', { placeholder: 'invalid_input' }),
  text('idempotencyKey'),
  text('resourceId', { hasHelp: true }),
  openChoice('keyId'),
  period('since', 'until'),
]);
