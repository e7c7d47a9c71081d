export type Answer = { status: number; headers: Headers; text: string };

async function answerOf(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends requests as a browser does, but follows nothing. @param own where they go when a test does not say */
export function createRequests(own: () => string) {
  return {
    get: (path: string, headers: Record<string, string> = {}, at = own()) => answerOf(at + path, { headers }),
    post(
      path: string,
      form: Record<string, string> | string,
      headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
      at = own(),
    ) {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
      return answerOf(at + path, { method: 'POST', headers: { ...type, ...headers }, body });
    },
  };
}

/** The hidden inputs of a page, by their names. */
export function hiddenOf(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input type="hidden"(?: id="\w+")? name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

/** What a page says, without its markup. */
export function said(text: string): string {
  return text
    .replace(/<(noscript|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<\/?(bdi|strong|span|time)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
