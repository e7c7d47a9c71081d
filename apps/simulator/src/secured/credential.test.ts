import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createCredentialKey } from './credential.ts';
import { type SecuredBench, startSecuredBench, testCredential } from './test-bench.ts';

let bench: SecuredBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const seal = (pem: string, password: string): string =>
  publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString('base64');

const own = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ownPem = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('a SecurityCredential', () => {
  it('is opened with the key whose public half is served, and every text survives', async () => {
    bench = await startSecuredBench();
    const certificate = await bench.call('GET', '/admin/certificate');
    expect(certificate.text).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    const key = createCredentialKey(null);
    for (const password of ['Pa$$w0rd#%&', 'x', 'x'.repeat(245), 'schlüssel']) {
      expect(await key.decrypt(seal(certificate.text, password))).toBe(password);
    }
    expect(await key.decrypt(testCredential)).toBe(undefined);
  });

  it('is not looked into unless checkCredential is on', async () => {
    bench = await startSecuredBench({ initiatorPassword: 'right' });
    expect((await bench.resultOf('payout')).result.ResultCode).toBe(0);
  });

  it.each([
    ['right', 0],
    ['wrong', 2001],
  ])('with the password %s ends in %i while it is checked against a configured password', async (password, code) => {
    bench = await startSecuredBench({ checkCredential: true, initiatorPassword: 'right' });
    const { text } = await bench.call('GET', '/admin/certificate');
    expect((await bench.resultOf('payout', { SecurityCredential: seal(text, password) })).result.ResultCode).toBe(code);
  });

  it('without a configured password any password will do, but it must be made for the served key', async () => {
    bench = await startSecuredBench({ checkCredential: true });
    const { text } = await bench.call('GET', '/admin/certificate');
    const { result } = await bench.resultOf('balance', { SecurityCredential: seal(text, 'anything') });
    expect(String(result.ResultCode)).toBe('0');
    expect((await bench.resultOf('payout')).result.ResultCode).toBe(2001);
    expect((await bench.list('payout'))[0]?.outcome?.receipt).toBe(null);
  });

  it('of the length of a given key is taken too, and is opened with it', async () => {
    bench = await startSecuredBench({ privateKeyPem: ownPem, checkCredential: true, initiatorPassword: 'right' });
    const { text } = await bench.call('GET', '/admin/certificate');
    const sealed = seal(text, 'right');
    expect(Buffer.from(sealed, 'base64')).toHaveLength(128);
    expect((await bench.resultOf('payout', { SecurityCredential: sealed })).result.ResultCode).toBe(0);
    expect((await bench.send('payout')).status).toBe(200);
  });

  it('of an initiator named wrong always ends in 2001', async () => {
    bench = await startSecuredBench();
    expect((await bench.resultOf('payout', { InitiatorName: 'wrong' })).result.ResultCode).toBe(2001);
    expect((await bench.resultOf('reversal', { Initiator: 'wrong' })).result.ResultCode).toBe(2001);
  });

  it('is never shown, and neither are the URLs', async () => {
    bench = await startSecuredBench({ initiatorPassword: 'hunter2' });
    await bench.resultOf('payout');
    await bench.resultOf('reversal');
    await bench.resultOf('status');
    const shown = JSON.stringify([
      await bench.list('payout'),
      await bench.list('reversal'),
      await bench.list('status'),
      await bench.requests(),
      (await bench.call('GET', '/admin/settings')).json,
    ]);
    for (const secret of [testCredential, 'hunter2', bench.listener.base, '/timeout'])
      expect(shown).not.toContain(secret);
  });
});
