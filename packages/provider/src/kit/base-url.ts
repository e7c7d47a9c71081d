/** A base URL without a slash at its end; its path is kept. @throws Error when it is not an http or https URL */
export function readBaseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text)) throw new Error('A provider URL must be an http or https URL.');
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, '');
}
