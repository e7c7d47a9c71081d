import sodium from 'libsodium-wrappers';
import type { Open } from '../ports.ts';
import { keyIdOf, parseSealed, readKey } from './sealing.ts';

/** How many private keys may be in use at once, the newest and those that old rows were sealed for. */
const privateKeysMax = 10;
/** How many opened texts are cached: opening costs far more than reading the row. */
const rememberedMax = 1_000;

/**
 * @param privateKeysBase64 One key, or several with commas between them, the newest first.
 * @throws Error when a key is not 32 bytes of base64. What it returns throws Error for damaged text and unknown keys.
 */
export async function createOpen(privateKeysBase64: string): Promise<Open> {
  await sodium.ready;
  const pairs = new Map(privateKeysBase64.split(',').map((text) => readPair(text.trim())));
  if (pairs.size > privateKeysMax) throw new Error(`at most ${privateKeysMax} seal private keys can be in use`);
  const remembered = new Map<string, string>();
  return (sealed) => {
    const known = remembered.get(sealed);
    if (known !== undefined) return known;
    const plaintext = openWith(pairs, sealed);
    const oldest = remembered.size >= rememberedMax ? remembered.keys().next() : undefined;
    if (oldest?.value !== undefined) remembered.delete(oldest.value);
    remembered.set(sealed, plaintext);
    return plaintext;
  };
}

type Pair = { publicKey: Uint8Array; privateKey: Uint8Array };

function readPair(text: string): [keyId: string, pair: Pair] {
  const privateKey = readKey(text);
  if (!privateKey) throw new Error('each seal private key must be 32 bytes of base64');
  const publicKey = sodium.crypto_scalarmult_base(privateKey);
  return [keyIdOf(publicKey), { publicKey, privateKey }];
}

function openWith(pairs: Map<string, Pair>, sealed: string): string {
  const parts = parseSealed(sealed);
  if (!parts) throw new Error('this is not a sealed text');
  const pair = pairs.get(parts.keyId);
  if (!pair) throw new Error(`sealed for key ${parts.keyId}, whose private key is not here`);
  let plaintext: Uint8Array;
  try {
    plaintext = sodium.crypto_box_seal_open(parts.box, pair.publicKey, pair.privateKey);
  } catch {
    throw new Error(`the text sealed for key ${parts.keyId} is damaged`);
  }
  return Buffer.from(plaintext).toString('utf8');
}
