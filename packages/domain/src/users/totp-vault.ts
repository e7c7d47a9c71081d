import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { authenticatorPlace, readKey } from '../sealing/index.ts';
import { createVault } from './vault.ts';

/** Encrypts the secrets of authenticator apps. A secret can only be opened for its person. */
export type TotpVault = {
  /** The ids of its keys, the newest first. */
  keyIds: [string, ...string[]];
  seal(secret: string, userId: string): string;
  /** Throws Error when the text is damaged, belongs to another person, or has a key that is not here. */
  open(sealed: string, userId: string): string;
  /** Whether a text is sealed under the newest key. */
  isCurrent(sealed: string): boolean;
};

const version = 'v2';
const algorithm = 'aes-256-gcm';
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];
const vaultKeysMax = 10;
const keyIdLength = 16;

type Key = { id: string; bytes: Buffer };

/** A new key for `VAULT_KEYS`, base64. */
export function generateVaultKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

/** Why a text is no valid `VAULT_KEYS`, or undefined. */
export function vaultKeysProblem(text: string): string | undefined {
  const keys = text.split(',').map((key) => readKey(key.trim()));
  if (keys.includes(undefined)) return 'must be 32 bytes of base64, or several such keys with commas between them';
  return keys.length > vaultKeysMax ? `may have at most ${vaultKeysMax} keys` : undefined;
}

/**
 * AES-256-GCM under keys that HKDF derives, with the person as additional data. A sealed text is
 * `v2.<key id>.<base64url>`.
 * @param keys `VAULT_KEYS`: one key, or several with commas between them, the newest first
 * @param formerSecret the NEXTAUTH_SECRET that secrets were sealed under before there were vault
 *   keys; undefined when those need not be read
 * @throws Error when a key is not 32 bytes of base64
 */
export function createTotpVault(keys: string, formerSecret: string | undefined): TotpVault {
  const problem = vaultKeysProblem(keys);
  if (problem) throw new Error(`VAULT_KEYS ${problem}`);
  const known = new Map(keys.split(',').map((text) => keyOf(text.trim())));
  const [newest] = known.values();
  if (!newest) throw new Error('VAULT_KEYS has no key');
  const former = formerSecret === undefined ? undefined : createVault(formerSecret, 'totp');
  return {
    keyIds: [newest.id, ...[...known.keys()].slice(1)],
    seal: (secret, userId) => encrypt(newest, secret, userId),
    open(sealed, userId) {
      const [prefix, keyId, box, ...rest] = sealed.split('.');
      if (prefix !== version && former) return former.open(sealed);
      if (prefix !== version || !keyId || !box || rest.length > 0) throw new Error('not a sealed text');
      const key = known.get(keyId);
      if (!key) throw new Error(`sealed under vault key ${keyId}, which is not in VAULT_KEYS`);
      return decrypt(key, Buffer.from(box, 'base64url'), userId);
    },
    isCurrent: (sealed) => sealed.startsWith(`${version}.${newest.id}.`),
  };
}

function keyOf(text: string): [id: string, key: Key] {
  const given = readKey(text);
  if (!given) throw new Error('VAULT_KEYS must be 32 bytes of base64');
  const id = createHash('sha256').update('tillgate vault key').update(given).digest('hex').slice(0, keyIdLength);
  return [id, { id, bytes: Buffer.from(hkdfSync('sha256', given, 'tillgate', 'totp', keyBytes)) }];
}

function encrypt(key: Key, secret: string, userId: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(personOf(userId));
  const box = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${key.id}.${box.toString('base64url')}`;
}

function decrypt(key: Key, box: Buffer, userId: string): string {
  if (box.length < ivBytes + tagBytes) throw new Error('not a sealed text');
  const decipher = createDecipheriv(algorithm, key.bytes, box.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(personOf(userId)).setAuthTag(box.subarray(-tagBytes));
  try {
    const body = box.subarray(ivBytes, -tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`the authenticator secret of user ${userId} is damaged, or was sealed for another user`);
  }
}

function personOf(userId: string): Buffer {
  const { table, column, row } = authenticatorPlace(userId);
  return Buffer.from(JSON.stringify([table, column, ...row]));
}
