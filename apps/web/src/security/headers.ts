/** How a page is served. */
type Serving = { nonce: string; isDevelopment: boolean };

/**
 * What a page may load: our own files, and inline scripts that carry the nonce of this request. Styles may be inline: components
 * place their boxes by them.
 */
export function contentSecurityPolicy({ nonce, isDevelopment }: Serving): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const oneYearSeconds = 365 * 24 * 60 * 60;

/** For responses over TLS. */
export const strictTransport = `max-age=${oneYearSeconds}; includeSubDomains`;
