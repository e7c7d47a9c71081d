import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { newKey } from '../keys/index.ts';
import { listenSecret } from './listen-secret.ts';

const key = 'mp_test_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';

it('is whsec_ and the standard base64 of an HMAC that the key alone makes', () => {
  expect(listenSecret(key)).toBe('whsec_5m99bzQdopqIRHvAbxul009S+37Vnl06dwt0iOslEys=');
});

it.skipIf(spawnSync('openssl', ['version']).status !== 0)('is what openssl makes of the key', () => {
  const made = execFileSync('openssl', ['dgst', '-sha256', '-hmac', key, '-binary'], { input: 'tillgate listen' });
  expect(listenSecret(key)).toBe(`whsec_${made.toString('base64')}`);
});

it('shows nothing of the key, and is another one for each', () => {
  const keys = Array.from({ length: 50 }, () => newKey('sandbox'));
  expect(new Set(keys.map(listenSecret)).size).toBe(keys.length);
  for (const one of keys) expect(listenSecret(one)).not.toContain(one.slice(-8));
});
