import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readOptions } from './config.ts';
import { Tillgate } from './tillgate.ts';

const apiKey = `mp_test_${'s3cret'.repeat(7)}x`;
const live = `mp_live_${'s3cret'.repeat(7)}x`;
const baseUrl = 'https://pay.example.com';

describe('the base URL', () => {
  it.each([
    ['https://pay.example.com', 'https://pay.example.com/functions/v1'],
    ['https://pay.example.com/', 'https://pay.example.com/functions/v1'],
    ['https://pay.example.com/functions/v1', 'https://pay.example.com/functions/v1'],
    ['https://pay.example.com/functions/v1/', 'https://pay.example.com/functions/v1'],
    ['http://localhost:4000', 'http://localhost:4000/functions/v1'],
    ['https://example.com/pay', 'https://example.com/pay/functions/v1'],
    ['https://example.com/pay/functions/v1?x#y', 'https://example.com/pay/functions/v1'],
  ])('%s', (given, expected) => {
    expect(readOptions({ apiKey, baseUrl: given }).baseUrl).toBe(expected);
    expect(readOptions({ apiKey, baseUrl: new URL(given) }).baseUrl).toBe(expected);
  });

  it.each(['', 'pay.example.com', '/functions/v1', 'ftp://pay.example.com', 'https://user:pw@pay.example.com'])(
    '%j is refused',
    (given) => {
      expect(() => readOptions({ apiKey, baseUrl: given })).toThrow(/^The base URL/);
    },
  );
});

describe('the API key', () => {
  it('determines the environment', () => {
    expect(new Tillgate({ apiKey, baseUrl }).environment).toBe('sandbox');
    expect(new Tillgate({ apiKey: live, baseUrl }).environment).toBe('production');
  });

  it('of another environment than asked for is refused', () => {
    expect(() => new Tillgate({ apiKey: live, baseUrl, environment: 'sandbox' })).toThrow(
      'The API key is of production, but the client was made for sandbox.',
    );
  });

  it.each([undefined as never, '', 'whsec_s3cret', `Bearer ${apiKey}`, `${apiKey}\n`, ` ${apiKey}`, `mp_test_s3crét`])(
    '%j is refused without being shown',
    (given: string) => {
      const refused = (() => {
        try {
          return readOptions({ apiKey: given, baseUrl });
        } catch (error) {
          return error;
        }
      })();
      expect(refused).toBeInstanceOf(TypeError);
      expect(inspect(refused, { showHidden: true })).not.toContain('s3cret');
    },
  );

  it('is not in what a log shows of a client', () => {
    const tillgate = new Tillgate({ apiKey, baseUrl });
    const shown = [
      inspect(tillgate, { showHidden: true, depth: 10 }),
      inspect(tillgate.inquiries, { showHidden: true, depth: 10 }),
      JSON.stringify(tillgate),
      String(tillgate),
      Object.getOwnPropertyNames(tillgate).join(),
    ];
    expect(shown.join('\n')).not.toContain('s3cret');
  });
});

it('refuses to run in a browser, where everybody could read the key', () => {
  const browser = { window: {}, document: {} };
  Object.assign(globalThis, browser);
  try {
    expect(() => new Tillgate({ apiKey, baseUrl })).toThrow(/browser/);
    expect(new Tillgate({ apiKey, baseUrl, dangerouslyAllowBrowser: true }).environment).toBe('sandbox');
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  }
});

it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { maxRetries: -1 }, { maxRetries: 0.5 }])(
  'refuses %j',
  (given) => {
    expect(() => readOptions({ apiKey, baseUrl, ...given })).toThrow(TypeError);
  },
);
