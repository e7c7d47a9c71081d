import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of ours. Browsers say so in Sec-Fetch-Site, to https and to this machine. Without
 * that header, the Origin must be our own.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}
