import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of ours. Browsers say so in Sec-Fetch-Site, to https and to this machine, and where it
 * was in Origin: a page that was bound to our address by its own name is of the same site, and has another origin. What is
 * there must be right, and one of them must be there.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (site === undefined && origin === undefined) return false;
  return (site === undefined || site === 'same-origin') && (origin === undefined || origin === new URL(baseUrl).origin);
}
