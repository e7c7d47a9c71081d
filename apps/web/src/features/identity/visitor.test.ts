import { describe, expect, it } from 'vitest';
import { readVisitor } from './visitor.ts';

describe('the sender of a request', () => {
  it.each([
    ['', [], undefined],
    ['203.0.113.9', [], '203.0.113.9'],
    ['::ffff:203.0.113.9', [], '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', [], '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.0.0.3', ['10.0.0.0/8'], '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.0.0.3, 192.0.2.1', ['10.0.0.3', '192.0.2.1'], '203.0.113.9'],
    ['2001:db8::1, fd00::2', ['fd00::/8'], '2001:db8::1'],
    ['10.0.0.1', ['10.0.0.0/8'], undefined],
    ['not an address', ['proxy.internal'], undefined],
  ])('with X-Forwarded-For "%s" behind %j is %s', (forwardedFor, proxies, remoteIp) => {
    const headers = new Headers({ 'x-forwarded-for': forwardedFor, 'user-agent': 'Firefox' });
    expect(readVisitor(headers, proxies)).toEqual({ remoteIp, userAgent: 'Firefox' });
  });
});
