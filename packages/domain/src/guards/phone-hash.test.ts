import { expect, it } from 'vitest';
import { createPhoneHash } from './phone-hash.ts';

const [key, other] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64url')];

it('depends on the number and on the key, and shows neither', () => {
  const [own, foreign] = [createPhoneHash(key), createPhoneHash(`${other}\n`)];
  const hash = own.hash('254712345678');
  expect(createPhoneHash(key).hash('254712345678')).toBe(hash);
  expect(new Set([hash, own.hash('254712345679'), foreign.hash('254712345678')]).size).toBe(3);
  expect(own.keyId).not.toBe(foreign.keyId);
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(own.keyId).toMatch(/^[\w-]{16}$/);
});

it.each(['', 'x', key.slice(4), `${key}${key}`])('refuses %j as a key', (text) => {
  expect(() => createPhoneHash(text)).toThrow('must be 32 bytes of base64');
});
