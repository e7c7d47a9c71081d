import type { FastifyInstance } from 'fastify';

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Answers hold money, names and phones. The files of the reference name their own time.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * What pages below /docs load: our own files, data images, and styles that their scripts set.
 * @param scripts sources of scripts besides our files, such as hashes
 */
export function docsPolicyWith(scripts: string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Returns the headers of every response, errors and refused connections included: nothing is framed, guessed at, cached
 * or sent on. Over https, browsers are told to stay there.
 */
export function secureHeadersFor(publicUrl: string): Record<string, string> {
  const isSecure = publicUrl.startsWith('https:');
  return {
    ...always,
    ...(isSecure && { 'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains` }),
  };
}

/** Sets {@link secureHeadersFor} on every response. A route may set its own instead. */
export function secureHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = secureHeadersFor(publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
