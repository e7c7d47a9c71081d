import type { FastifyInstance } from 'fastify';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * The headers of every response, errors and refused connections included: nothing is framed, guessed at, kept, found by
 * search engines or told to other sites. Over https, browsers are told to stay there.
 */
export function secureHeadersFor(baseUrl: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains`,
    }),
  };
}

/** Sets {@link secureHeadersFor} on every response. The files that never change name their own time. */
export function secureHeaders(app: FastifyInstance, baseUrl: string): void {
  const headers = secureHeadersFor(baseUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
