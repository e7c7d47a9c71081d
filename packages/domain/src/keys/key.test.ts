import { describe, expect, it } from 'vitest';
import { environmentOf, hashKey, lastFourOf, newKey } from './key.ts';

describe('a key', () => {
  it.each([
    ['sandbox', /^mp_test_[0-9A-Za-z]{43}$/],
    ['production', /^mp_live_[0-9A-Za-z]{43}$/],
  ] as const)('of %s says so in its prefix', (environment, form) => {
    const key = newKey(environment);
    expect(key).toMatch(form);
    expect(environmentOf(key)).toBe(environment);
  });

  it('carries all of its 32 random bytes', () => {
    expect(newKey('sandbox', Buffer.alloc(32, 0))).toBe(`mp_test_${'0'.repeat(43)}`);
    expect(newKey('sandbox', Buffer.from(`${'00'.repeat(31)}3e`, 'hex'))).toBe(`mp_test_${'0'.repeat(41)}10`);
    const largest = newKey('sandbox', Buffer.alloc(32, 255));
    expect(largest).toHaveLength('mp_test_'.length + 43);
    expect(newKey('sandbox', Buffer.from(`fe${'ff'.repeat(31)}`, 'hex'))).not.toBe(largest);
    expect(new Set(Array.from({ length: 1000 }, () => newKey('sandbox'))).size).toBe(1000);
  });

  it('is stored as its SHA-256 and known by its last four', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(lastFourOf('mp_test_abcdWXYZ')).toBe('WXYZ');
  });

  it.each([
    '',
    'mp_test_',
    `mp_test_${'a'.repeat(42)}`,
    `mp_test_${'a'.repeat(44)}`,
    `mp_prod_${'a'.repeat(43)}`,
    `MP_TEST_${'a'.repeat(43)}`,
    ` mp_test_${'a'.repeat(43)}`,
    `mp_test_${'a'.repeat(43)}\n`,
    `mp_test_${'a'.repeat(42)}-`,
    `mp_test_${'a'.repeat(42)}é`,
  ])('is not %j', (text) => {
    expect(environmentOf(text)).toBeUndefined();
  });
});
