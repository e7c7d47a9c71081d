import { describe, expect, it } from 'vitest';
import { createOpen } from './create-open.ts';
import { createSeal } from './create-seal.ts';
import { generateSealKeys } from './generate-seal-keys.ts';

const secret = 'pässwörd & “passkey” ✓';

describe('a sealed secret', () => {
  it('comes back for the private key, whatever characters it has', async () => {
    const keys = await generateSealKeys();
    const seal = await createSeal(keys.publicKey);
    const open = await createOpen(keys.privateKey);
    for (const text of [secret, '', 'x'.repeat(10_000)]) {
      const sealed = seal(text);
      expect(open(sealed)).toBe(text);
      expect(open(sealed)).toBe(text);
    }
  });

  it('has the form v1.<key id>.<base64url> and never looks the same twice', async () => {
    const seal = await createSeal((await generateSealKeys()).publicKey);
    const [one, two] = [seal(secret), seal(secret)];
    expect(one).toMatch(/^v1\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/);
    expect(one).not.toBe(two);
    expect(one.split('.')[1]).toBe(two.split('.')[1]);
  });

  it('can still be opened after the keys were rotated', async () => {
    const [old, young] = [await generateSealKeys(), await generateSealKeys()];
    const open = await createOpen(`${young.privateKey}, ${old.privateKey}`);
    expect(open((await createSeal(old.publicKey))(secret))).toBe(secret);
    expect(open((await createSeal(young.publicKey))('new'))).toBe('new');
  });

  it('cannot be opened with another key, and the error names the key that is missing', async () => {
    const seal = await createSeal((await generateSealKeys()).publicKey);
    const open = await createOpen((await generateSealKeys()).privateKey);
    const sealed = seal(secret);
    expect(() => open(sealed)).toThrow(`sealed for key ${sealed.split('.')[1]}`);
  });

  it('is refused when it is damaged, without showing anything of it', async () => {
    const keys = await generateSealKeys();
    const open = await createOpen(keys.privateKey);
    const sealed = (await createSeal(keys.publicKey))(secret);
    const damaged = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => open(damaged)).toThrow('is damaged');
    for (const text of ['', secret, 'v1.zz.abc', sealed.replace('v1.', 'v2.'), `${sealed}=`]) {
      expect(() => open(text)).toThrow('this is not a sealed text');
    }
  });

  it('opens as many different texts as there are', async () => {
    const keys = await generateSealKeys();
    const seal = await createSeal(keys.publicKey);
    const open = await createOpen(keys.privateKey);
    const sealed = Array.from({ length: 1_100 }, (_, index) => seal(`secret ${index}`));
    for (const round of [1, 2]) {
      expect(sealed.map(open)[round], `round ${round}`).toBe(`secret ${round}`);
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
    expect(open((await createSeal(urlForm(keys.publicKey)))(secret))).toBe(secret);
  });
});
