import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from './headers.ts';

describe('the policy of a page', () => {
  const policy = contentSecurityPolicy({ nonce: 'abc', isDevelopment: false });
  const of = (name: string) => policy.split('; ').find((directive) => directive.startsWith(`${name} `));

  it('lets scripts run that carry the nonce of the request, and no others', () => {
    expect(of('script-src')).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
    expect(of('object-src')).toBe("object-src 'none'");
    expect(of('base-uri')).toBe("base-uri 'self'");
  });

  it('is framed by nobody and sends forms and requests nowhere else', () => {
    expect(of('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(of('form-action')).toBe("form-action 'self'");
    expect(of('connect-src')).toBe("connect-src 'self'");
  });

  it('has eval in development alone', () => {
    expect(policy).not.toContain('unsafe-eval');
    expect(contentSecurityPolicy({ nonce: 'abc', isDevelopment: true })).toContain("'unsafe-eval'");
  });
});
