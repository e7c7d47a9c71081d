import { readUrl } from '@/read-url';

const nowhere = 'http://dashboard.invalid';

/**
 * Where to go after signing in: the path of a page of this dashboard, whatever an address asks for.
 * The address is judged as a browser reads it, because `/.//host` becomes `//host`, another site.
 * @param ownOrigin of the dashboard, where whole addresses are asked for, too
 */
export function nextPath(asked: string | null | undefined, ownOrigin: string = nowhere): string {
  const url = asked ? readUrl(asked, ownOrigin) : undefined;
  if (!url) return '/';
  const path = url.pathname + url.search;
  return url.origin === new URL(ownOrigin).origin && isOwnPath(path) ? path : '/';
}

/** One slash and no second one, also where something between here and the page decodes the path. */
function isOwnPath(path: string): boolean {
  if (!/^\/(?!(?:[/\\]|%2f|%5c))/i.test(path)) return false;
  return new URL(path, nowhere).href === nowhere + path;
}
