import { describe, expect, it } from 'vitest';
import { readFacts } from './context.ts';

const isSameOrigin = (headers: Record<string, string>) => readFacts(new Headers(headers)).isSameOrigin;

describe('a request counts as made by our own page', () => {
  it.each([
    ['when the browser says so', { 'sec-fetch-site': 'same-origin' }, true],
    ['when its origin is the host', { origin: 'https://pay.example', host: 'pay.example' }, true],
    [
      'when its origin is the host of the proxy',
      { origin: 'https://pay.example', host: 'web:3000', 'x-forwarded-host': 'pay.example' },
      true,
    ],
    [
      'not when a subdomain made it',
      { 'sec-fetch-site': 'same-site', origin: 'https://pay.example', host: 'pay.example' },
      false,
    ],
    ['not when another site made it', { 'sec-fetch-site': 'cross-site' }, false],
    ['not when it was typed as an address', { 'sec-fetch-site': 'none' }, false],
    ['not when its origin is another port', { origin: 'https://pay.example:8443', host: 'pay.example' }, false],
    ['not when its origin is hidden', { origin: 'null', host: 'pay.example' }, false],
    ['not when nothing is known of it', { host: 'pay.example' }, false],
  ])('%s', (_, headers, expected) => {
    expect(isSameOrigin(headers)).toBe(expected);
  });
});
