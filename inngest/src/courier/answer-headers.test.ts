import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableHeaders } from './answer-headers.ts';

describe('headers of an answer', () => {
  it('keep their values under lower-case names', () => {
    expect(storableHeaders({ 'content-type': 'text/html; charset=utf-8', 'Retry-After': '30', 'x-empty': '' })).toEqual(
      {
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '30',
        'x-empty': '',
      },
    );
  });

  it('that come several times are joined, and one without a value is empty', () => {
    expect(storableHeaders({ via: ['1.1 a', '1.1 b'], 'x-none': undefined })).toEqual({
      via: '1.1 a, 1.1 b',
      'x-none': '',
    });
  });

  it.each([
    'set-cookie',
    'Set-Cookie2',
    'cookie',
    'authorization',
    'proxy-authorization',
    'proxy-authenticate',
    'proxy-status',
    'www-authenticate',
    'authentication-info',
    'x-auth',
    'x-access-token',
    'x-amz-security-token',
    'x-csrf',
    'x-xsrf',
    'client-secret',
    'x-api-key',
    'apikey',
    'PHPSESSIONID',
    'x-session',
    'x-password',
    'x-passwd',
    'x-webhook-signature',
    'x-credentials',
    'x-jwt',
    'x-bearer',
  ])('that may carry a secret lose it: %s', (name) => {
    expect(Object.values(storableHeaders({ [name]: ['s3cr3t', 'other'] }))).toEqual(['[redacted]']);
  });

  it.each([
    'content-type',
    'date',
    'server',
    'location',
    'x-request-id',
    'retry-after',
    'connection',
    'keep-alive',
    'etag',
  ])('that help to find a fault stay readable: %s', (name) => {
    expect(storableHeaders({ [name]: 'v' })).toEqual({ [name]: 'v' });
  });

  it('are at most 50', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, 'v']));
    expect(Object.keys(storableHeaders(many))).toHaveLength(50);
  });

  it('have at most 500 characters each, and the cut is seen', () => {
    expect(storableHeaders({ 'x-fits': 'a'.repeat(500) })).toEqual({ 'x-fits': 'a'.repeat(500) });
    expect(storableHeaders({ 'x-long': 'a'.repeat(501) })).toEqual({ 'x-long': `${'a'.repeat(499)}…` });
  });

  it('have at most 8 kB together, and one that is too long keeps no shorter one out', () => {
    const long = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-${at}`, 'a'.repeat(500)]));
    const kept = storableHeaders({ ...long, ['n'.repeat(9_000)]: 'v', 'x-last': 'v' });
    expect(Object.keys(kept)).toHaveLength(17);
    expect(kept['x-last']).toBe('v');
  });

  it('lose what a database refuses and what forges a screen', () => {
    expect(storableHeaders({ 'x-a': 'a\0b\tc\u001b[2Jd\u0085e\u202ef\u200bg' })).toEqual({
      'x-a': 'a\uFFFDb\uFFFDc\uFFFD[2Jd\uFFFDe\uFFFDf\uFFFDg',
    });
  });

  it('never end in half a character', () => {
    expect(storableHeaders({ 'x-a': `${'a'.repeat(498)}😀😀` })).toEqual({ 'x-a': `${'a'.repeat(498)}\uFFFD…` });
  });

  it('named like parts of every object are headers like others', () => {
    const kept = storableHeaders(JSON.parse('{"__proto__": "p", "constructor": "c"}'));
    expect(Object.entries(kept)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });

  it('whatever they are, are storable as JSON of bounded size', () => {
    const value = fc.string({ unit: 'binary', maxLength: 700 });
    const headers = fc.dictionary(fc.string({ unit: 'binary', maxLength: 20 }), fc.oneof(value, fc.array(value)), {
      maxKeys: 80,
    });
    fc.assert(
      fc.property(headers, (given) => {
        const kept = storableHeaders(given);
        const text = Object.entries(kept).flat().join('');
        expect(text.isWellFormed() && !/\p{Cc}/u.test(text)).toBe(true);
        expect(Object.keys(kept).length).toBeLessThanOrEqual(50);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_192);
        for (const one of Object.values(kept)) expect(one.length).toBeLessThanOrEqual(500);
      }),
      { numRuns: 200 },
    );
  });
});
