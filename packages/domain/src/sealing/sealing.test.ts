import sodium from 'libsodium-wrappers';
import { describe, expect, it } from 'vitest';
import type { Place } from '../ports/ports.ts';
import { createOpen } from './create-open.ts';
import { createSeal } from './create-seal.ts';
import { generateSealKeys } from './generate-seal-keys.ts';
import { keyIdOf, readKey } from './sealing.ts';

const secret = 'pässwörd & “passkey” ✓';
const place: Place = { table: 'shops', column: 'sealed_password', row: ['shop-1', 'sandbox'] };

describe('a sealed secret', () => {
  it('comes back for the private key, whatever characters it has', async () => {
    const keys = await generateSealKeys();
    const seal = await createSeal(keys.publicKey);
    const open = await createOpen(keys.privateKey);
    for (const text of [secret, '', 'x'.repeat(10_000)]) {
      const sealed = seal(text, place);
      expect(open(sealed, place)).toBe(text);
      expect(open(sealed, place)).toBe(text);
    }
  });

  it('has the form v2.<key id>.<base64url> and never looks the same twice', async () => {
    const seal = await createSeal((await generateSealKeys()).publicKey);
    const [one, two] = [seal(secret, place), seal(secret, place)];
    expect(one).toMatch(/^v2\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/);
    expect(one).not.toBe(two);
    expect(one.split('.')[1]).toBe(two.split('.')[1]);
  });

  it('can still be opened after the keys were rotated', async () => {
    const [old, young] = [await generateSealKeys(), await generateSealKeys()];
    const open = await createOpen(`${young.privateKey}, ${old.privateKey}`);
    expect(open((await createSeal(old.publicKey))(secret, place), place)).toBe(secret);
    expect(open((await createSeal(young.publicKey))('new', place), place)).toBe('new');
  });

  it('cannot be opened with another key, and the error names the key that is missing', async () => {
    const seal = await createSeal((await generateSealKeys()).publicKey);
    const open = await createOpen((await generateSealKeys()).privateKey);
    const sealed = seal(secret, place);
    expect(() => open(sealed, place)).toThrow(`sealed for key ${sealed.split('.')[1]}`);
  });

  it('is refused when it is damaged, without showing anything of it', async () => {
    const keys = await generateSealKeys();
    const open = await createOpen(keys.privateKey);
    const sealed = (await createSeal(keys.publicKey))(secret, place);
    const damaged = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => open(damaged, place)).toThrow('is damaged');
    for (const text of ['', secret, 'v1.zz.abc', sealed.replace('v2.', 'v3.'), `${sealed}=`]) {
      expect(() => open(text, place)).toThrow('this is not a sealed text');
    }
  });

  it('opens as many different texts as there are', async () => {
    const keys = await generateSealKeys();
    const seal = await createSeal(keys.publicKey);
    const open = await createOpen(keys.privateKey);
    const sealed = Array.from({ length: 1_100 }, (_, index) => seal(`secret ${index}`, place));
    for (const round of [1, 2]) {
      expect(sealed.map((text) => open(text, place))[round], `round ${round}`).toBe(`secret ${round}`);
    }
  });
});

describe('a sealed secret is bound to its place', () => {
  const others: Place[] = [
    { ...place, row: ['shop-2', 'sandbox'] },
    { ...place, row: ['shop-1', 'production'] },
    { ...place, row: ['shop-1'] },
    { ...place, row: ['shop-1","sandbox'] },
    { ...place, row: ['shop-1', 'sandbox', ''] },
    { ...place, column: 'sealed_passkey' },
    { ...place, table: 'owners' },
  ];

  it.each(others)('and does not open in %j, whether or not it was opened in its own before', async (other) => {
    const keys = await generateSealKeys();
    const open = await createOpen(keys.privateKey);
    const sealed = (await createSeal(keys.publicKey))(secret, place);
    const refusal = `${other.table}.${other.column} of ${other.row[0]} was sealed for another row or column`;
    expect(() => open(sealed, other)).toThrow(refusal);
    expect(open(sealed, place)).toBe(secret);
    expect(() => open(sealed, other)).toThrow(refusal);
    expect(() => open(sealed, other)).not.toThrow(secret);
  });

  it('and does not lose the binding when its version is changed', async () => {
    const keys = await generateSealKeys();
    const open = await createOpen(keys.privateKey);
    const sealed = (await createSeal(keys.publicKey))(secret, place);
    expect(() => open(sealed.replace('v2.', 'v1.'), place)).toThrow('is damaged');
  });

  it('unless it was sealed before there were bindings; such a box cannot pass for a bound one', async () => {
    const keys = await generateSealKeys();
    const publicKey = readKey(keys.publicKey) ?? new Uint8Array();
    const box = (text: string) => Buffer.from(sodium.crypto_box_seal(text, publicKey)).toString('base64url');
    const open = await createOpen(keys.privateKey);
    for (const text of [secret, '', 'x'.repeat(200)]) {
      const sealed = `v1.${keyIdOf(publicKey)}.${box(text)}`;
      expect([place, ...others].map((each) => open(sealed, each))).toEqual(Array(others.length + 1).fill(text));
      expect(() => open(sealed.replace('v1.', 'v2.'), place)).toThrow('is damaged');
    }
  });
});

describe('the seal keys', () => {
  it.each(['', 'short', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}!`])(
    'are refused when malformed: %j',
    async (key) => {
      await expect(createSeal(key)).rejects.toThrow('32 bytes of base64');
      await expect(createOpen(key)).rejects.toThrow('32 bytes of base64');
    },
  );

  it('may be written in base64url too', async () => {
    const keys = await generateSealKeys();
    const urlForm = (text: string) => Buffer.from(text, 'base64').toString('base64url');
    const open = await createOpen(urlForm(keys.privateKey));
    expect(open((await createSeal(urlForm(keys.publicKey)))(secret, place), place)).toBe(secret);
  });
});
