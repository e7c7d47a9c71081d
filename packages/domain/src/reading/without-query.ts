/** The address of an endpoint without its query string, which may contain a secret of the merchant. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
