import sodium from 'libsodium-wrappers';
import type { Open, Place } from '../ports/ports.ts';
import { isBound, isSamePlace, placeName, unbind } from './binding.ts';
import { keyIdOf, parseSealed, readKey } from './sealing.ts';

/** How many private keys may be in use at once, the newest and those that old rows were sealed for. */
const privateKeysMax = 10;
/** How many opened texts are cached: opening costs far more than reading the row. */
const rememberedMax = 1_000;

/**
 * @param privateKeysBase64 One key, or several with commas between them, the newest first.
 * @throws Error when a key is not 32 bytes of base64. The returned function throws Error for damaged text, unknown keys,
 *   and a text that was sealed for another place.
 */
export async function createOpen(privateKeysBase64: string): Promise<Open> {
  const pairs = await readPairs(privateKeysBase64);
  const remembered = new Map<string, { text: string; place: Place }>();
  return (sealed, place) => {
    const known = remembered.get(sealed);
    if (known !== undefined && isSamePlace(known.place, place)) return known.text;
    const text = openWith(pairs, sealed, place);
    const oldest = remembered.size >= rememberedMax ? remembered.keys().next() : undefined;
    if (oldest?.value !== undefined) remembered.delete(oldest.value);
    remembered.set(sealed, { text, place });
    return text;
  };
}

/**
 * The ids of private keys, in the order given.
 * @throws Error when a key is not 32 bytes of base64
 */
export async function privateKeyIds(privateKeysBase64: string): Promise<string[]> {
  return [...(await readPairs(privateKeysBase64)).keys()];
}

type Pair = { publicKey: Uint8Array; privateKey: Uint8Array };

async function readPairs(privateKeysBase64: string): Promise<Map<string, Pair>> {
  await sodium.ready;
  const pairs = new Map(privateKeysBase64.split(',').map((text) => readPair(text.trim())));
  if (pairs.size > privateKeysMax) throw new Error(`at most ${privateKeysMax} seal private keys can be in use`);
  return pairs;
}

function readPair(text: string): [keyId: string, pair: Pair] {
  const privateKey = readKey(text);
  if (!privateKey) throw new Error('each seal private key must be 32 bytes of base64');
  const publicKey = sodium.crypto_scalarmult_base(privateKey);
  return [keyIdOf(publicKey), { publicKey, privateKey }];
}

function openWith(pairs: Map<string, Pair>, sealed: string, place: Place): string {
  const parts = parseSealed(sealed);
  if (!parts) throw new Error('this is not a sealed text');
  const pair = pairs.get(parts.keyId);
  if (!pair) throw new Error(`sealed for key ${parts.keyId}, whose private key is not here`);
  const content = openBox(parts.box, pair);
  const opened = content === undefined ? 'damaged' : parts.isBound ? unbind(content, place) : unboundText(content);
  if (opened === 'damaged') throw new Error(`the text sealed for key ${parts.keyId} is damaged`);
  if (opened === 'elsewhere') {
    throw new Error(`the text in ${placeName(place)} was sealed for another row or column: it was moved there`);
  }
  return opened.text;
}

function openBox(box: Uint8Array, { publicKey, privateKey }: Pair): Uint8Array | undefined {
  try {
    return sodium.crypto_box_seal_open(box, publicKey, privateKey);
  } catch {
    return undefined;
  }
}

/** A box of before. One with a binding is refused, so that it cannot lose the binding. */
function unboundText(content: Uint8Array): { text: string } | 'damaged' {
  return isBound(content) ? 'damaged' : { text: Buffer.from(content).toString('utf8') };
}
