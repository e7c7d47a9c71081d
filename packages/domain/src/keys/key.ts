import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '@tillgate/db';
import { moneyOutScopes, movesMoneyOut, type Scope, scopes } from '../kernel/authority.ts';

/**
 * An API key is `mp_test_` or `mp_live_` and 43 base62 digits: 32 random bytes, left-padded. Base62 has
 * no punctuation, so a double click selects the whole key.
 */
const prefixes: Record<Environment, string> = { sandbox: 'mp_test_', production: 'mp_live_' };

const randomByteCount = 32;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is the first power of 62 above 2^256. */
const digitCount = 43;
const keyFormat = /^mp_(test|live)_[0-9A-Za-z]{43}$/;

/** A new key; `random` is for tests. */
export function newKey(environment: Environment, random?: Buffer): string {
  return `${prefixes[environment]}${newSecretDigits(random)}`;
}

/** 43 base62 digits: 256 random bits. */
export function newSecretDigits(random: Buffer = randomBytes(randomByteCount)): string {
  let rest = BigInt(`0x${random.toString('hex')}`);
  let text = '';
  for (let index = 0; index < digitCount; index += 1) {
    text = `${digits[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}

/** The environment of a key; undefined when the text does not have the form of a key. */
export function environmentOf(presented: string): Environment | undefined {
  const match = keyFormat.exec(presented);
  if (!match) return undefined;
  return match[1] === 'live' ? 'production' : 'sandbox';
}

/** SHA-256, hex: what is stored in place of the key. 256 random bits need no slow hash. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function lastFourOf(key: string): string {
  return key.slice(-4);
}

/** Default scopes of a new key: everything in the sandbox, everything except money out in production. */
export function defaultScopes(environment: Environment): Scope[] {
  if (environment === 'sandbox') return [...scopes];
  return scopes.filter((scope) => !moneyOutScopes.some((moneyOut) => moneyOut === scope));
}

/** Whether only owners and admins may create such a key, because it moves real money out. */
export function needsGrant(environment: Environment, given: readonly Scope[]): boolean {
  return environment === 'production' && movesMoneyOut(given);
}
