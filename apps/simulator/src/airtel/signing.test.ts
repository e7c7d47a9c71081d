import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRsaKey } from '../rsa-key.ts';
import { isSignedAsWanted } from './signing.ts';

const rsa = createRsaKey(null, 1_024);
const body = '{"reference":"Invoice1"}';

/** Signs as the rail's documents say, with changes. */
const sign = async (text: string, change: { key?: Buffer } = {}) => {
  const key = change.key ?? randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', randomKeyOr(key), iv);
  const signature = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
  const secret = Buffer.from(`${key.toString('base64')}:${iv.toString('base64')}`);
  const padding = constants.RSA_PKCS1_PADDING;
  return { signature, key: publicEncrypt({ key: await rsa.publicPem(), padding }, secret).toString('base64') };
};
/** A key that is too short for AES-256 is only sent, not used. */
const randomKeyOr = (key: Buffer): Buffer => (key.length === 32 ? key : randomBytes(32));
const none = { signature: undefined, key: undefined };

describe('a request to an application that signs', () => {
  it('is right when the signature holds its bytes', async () => {
    expect(await isSignedAsWanted(rsa, true, await sign(body), body)).toBe(true);
  });

  it('is wrong without headers, with one of them, and for other bytes', async () => {
    const signed = await sign(body);
    expect(await isSignedAsWanted(rsa, true, none, body)).toBe(false);
    expect(await isSignedAsWanted(rsa, true, { ...signed, key: undefined }, body)).toBe(false);
    expect(await isSignedAsWanted(rsa, true, { ...signed, signature: undefined }, body)).toBe(false);
    expect(await isSignedAsWanted(rsa, true, signed, `${body} `)).toBe(false);
  });

  it('is wrong with a short key, another key or nonsense', async () => {
    const wrong = [
      await sign(body, { key: randomBytes(16) }),
      { ...(await sign(body)), key: (await sign(body)).key },
      { signature: 'x', key: 'x' },
      { ...(await sign(body)), signature: '' },
    ];
    for (const signed of wrong) expect(await isSignedAsWanted(rsa, true, signed, body)).toBe(false);
    const other = createRsaKey(null, 1_152);
    expect(await isSignedAsWanted(other, true, await sign(body), body)).toBe(false);
  });
});

it('a request to an application that does not sign is right without headers only', async () => {
  expect(await isSignedAsWanted(rsa, false, none, body)).toBe(true);
  expect(await isSignedAsWanted(rsa, false, await sign(body), body)).toBe(false);
});
