import { attacks } from '@tillgate/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

const own = 'https://pay.example';

describe('where a sign-in leads', () => {
  it.each([
    ['/', '/'],
    ['/account', '/account'],
    ['/account#x', '/account'],
    ['/a/1/sandbox/payments?status=failed', '/a/1/sandbox/payments?status=failed'],
    ['/a/1/sandbox/payments?next=//evil.example', '/a/1/sandbox/payments?next=//evil.example'],
    ['/invitations/accept?token=a-B_9', '/invitations/accept?token=a-B_9'],
    ['/a/../account', '/account'],
    ['/%61ccount', '/%61ccount'],
    ['/a b', '/a%20b'],
    ['https://pay.example/account?x=1', '/account?x=1'],
    ['https://pay.example', '/'],
    ['https:evil.example', '/evil.example'],
    ['https://somebody@pay.example/account', '/account'],
  ])('%j → %s', (asked, path) => expect(nextPath(asked, own)).toBe(path));

  it.each([
    undefined,
    null,
    '',
    ...['//evil.example', '///evil.example', '////evil.example', '//evil.example/%2e%2e', '//', '///'],
    ...['/\\evil.example', '\\\\evil.example', '\\/evil.example', '/\\/evil.example', '/\\\\evil.example'],
    ...['/.//evil.example', '/.//evil.example/x', '/..//evil.example', '/././/evil.example', '/a/..//evil.example'],
    ...['/%2e//evil.example', '/%2E//evil.example', '/%2e%2e//evil.example', '/.%2e//evil.example'],
    ...['/./\\evil.example', '/.\\/evil.example', '/.\\\\evil.example', '/%2e/\\evil.example', '/a/../\\evil.example'],
    ...['/\t/evil.example', '/\n/evil.example', '/\r/evil.example', '\t//evil.example', '/.\t//evil.example'],
    ...['/\t\\evil.example', ' //evil.example', '/.\n/\r/evil.example', '\u0000//evil.example'],
    ...['/%2f/evil.example', '/%2Fevil.example', '/%5cevil.example', '/%5C%5Cevil.example', '/./%2fevil.example'],
    ...['https://evil.example', 'https://evil.example/account', 'http://pay.example/', 'https://pay.example:444/'],
    ...['https://pay.example@evil.example/', 'https://pay.example.evil.example/'],
    ...['https:/\\evil.example', 'HTTPS://EVIL.EXAMPLE', '//pay.example@evil.example', '//user:pass@evil.example'],
    ...[
      'https://pay.example//evil.example',
      'https://pay.example/.//evil.example',
      'https://pay.example\\\\evil.example',
    ],
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'blob:https://pay.example/x',
    ],
    ...[
      'file:///etc/passwd',
      'mailto:a@evil.example',
      'about:blank',
      'ftp://pay.example/',
      'view-source:https://pay.example',
    ],
    ...['http://[', 'https://', 'https://%', '//[::1', 'https://pay.example:99999/'],
  ])('%j → /', (asked) => expect(nextPath(asked, own)).toBe('/'));

  it('without an own origin is a path', () => {
    expect(nextPath('/account')).toBe('/account');
    expect(nextPath('https://pay.example/account')).toBe('/');
  });

  const piece = fc.constantFrom(
    ...['/', '//', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '%00', '\t', '\n', '\r', ' ', '@', ':', '?', '#', ';'],
    ...[
      'evil.example',
      'pay.example',
      'https:',
      'http:',
      'javascript:',
      'a',
      '[::1]',
      '\u0000',
      '\u3002',
      '\uff0f',
      '%',
    ],
  );
  const address = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  );

  it('is on this dashboard whatever was asked for, and the same when asked again', () => {
    fc.assert(
      fc.property(address, (asked) => {
        const path = nextPath(asked, own);
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(new URL(path, own).origin).toBe(own);
        expect(new URL(path, 'http://other.example').origin).toBe('http://other.example');
        expect(nextPath(path, own)).toBe(path);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(attacks.leavingPaths)('stays in the dashboard, whatever the address asks for: %j', (asked) => {
    const path = nextPath(asked);
    // What a browser makes of it, as a redirect and as a link, and what a second reader makes of the result.
    for (const read of [path, nextPath(path)]) {
      expect(new URL(read, `${own}/sign-in`).origin).toBe(own);
      expect(read).toMatch(/^\/(?![/\\])/);
    }
    expect(path).not.toMatch(/[\p{Cc}\\]/u);
  });

  it.each(attacks.stayingPaths)('goes to the page that was asked for: %s', (asked) => {
    expect(nextPath(asked)).toBe(asked);
  });
});
