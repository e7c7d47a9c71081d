/** Where to go after signing in: a page of this dashboard, whatever an address asks for. */
export function nextPath(asked: string | null | undefined): string {
  if (!asked || !/^\/(?![/\\])/.test(asked)) return '/';
  const url = new URL(asked, 'http://dashboard.invalid');
  return url.host === 'dashboard.invalid' ? url.pathname + url.search : '/';
}
