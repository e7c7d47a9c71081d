import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { getProviderAccount } from '@tillgate/domain/applications';
import { createOpen, createSeal, generateSealKeys, keyIdOf, readKey } from '@tillgate/domain/sealing';
import { seed, testContext } from '@tillgate/domain/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, tillgate } from './testing.ts';

type Pair = Awaited<ReturnType<typeof generateSealKeys>> & { keyId: string };

let test: TestDatabase;
let old: Pair;
let young: Pair;
/** Of a merchant whose credentials are sealed for the old key. */
let merchant: Awaited<ReturnType<typeof newMerchant>>;

async function newPair(): Promise<Pair> {
  const keys = await generateSealKeys();
  return { ...keys, keyId: keyIdOf(readKey(keys.publicKey) ?? new Uint8Array()) };
}

async function newMerchant() {
  const open = await createOpen(old.privateKey);
  const ctx = await testContext(test.database, { seal: await createSeal(old.publicKey), open });
  const { applicationId } = await seed(ctx).owner().application().credentials('sandbox', { passkey: 'canary' }).mint();
  const opensWith = async (privateKey: string) => {
    const read = getProviderAccount(
      { ...ctx, open: await createOpen(privateKey) },
      { applicationId, environment: 'sandbox' },
    );
    return read.then(
      ({ passkey }) => passkey === 'canary',
      () => false,
    );
  };
  return { opensWith };
}

beforeEach(async () => {
  test = await testDatabase();
  [old, young] = [await newPair(), await newPair()];
  merchant = await newMerchant();
});
afterEach(() => test.close());

async function run(args: string[], env: Record<string, string> = {}) {
  const all = { DATABASE_URL: test.url, SEAL_PUBLIC_KEY: young.publicKey, ...env };
  const outcome = await tillgate(['keys', ...args], all);
  for (const secret of [old.privateKey, young.privateKey, 'canary']) {
    expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  }
  return outcome;
}

describe('tillgate keys', () => {
  it('rotate-seal seals everything anew, and says when the old key can go', async () => {
    const both = `${young.privateKey},${old.privateKey}`;
    const { code, stdout, stderr } = await run(['rotate-seal'], { SEAL_PRIVATE_KEY: both });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'Sealed 3 secrets anew.',
        `Nothing is sealed for key ${old.keyId} now; you can remove it.`,
        'Authenticator apps were not looked at: VAULT_KEYS is not set here.',
        '',
      ].join('\n'),
    });
    expect(stderr).toContain('provider_credentials.sealed_passkey: 1 encrypted again\n');
    expect([await merchant.opensWith(young.privateKey), await merchant.opensWith(old.privateKey)]).toEqual([
      true,
      false,
    ]);
    const again = await run(['rotate-seal', '--json'], { SEAL_PRIVATE_KEY: both });
    expect(JSON.parse(again.stdout)).toMatchObject({
      ok: true,
      keyId: young.keyId,
      oldKeys: [{ by: 'box', keyId: old.keyId, count: 0 }],
    });
  });

  it('rotate-seal --dry-run counts per key, changes nothing, and needs no private key', async () => {
    const { code, stdout } = await run(['rotate-seal', '--dry-run', '--json']);
    expect(code).toBe(0);
    const columns = ['sealed_consumer_key', 'sealed_consumer_secret', 'sealed_passkey'];
    expect(JSON.parse(stdout)).toEqual({
      keyId: young.keyId,
      counts: columns.map((column) => ({
        table: 'provider_credentials',
        column,
        by: 'box',
        keyId: old.keyId,
        isBound: true,
        count: 1,
      })),
    });
    expect((await run(['rotate-seal', '--dry-run'])).stdout).toMatch(
      new RegExp(`provider_credentials.sealed_passkey +${old.keyId} +yes +1\\n`),
    );
    expect(await merchant.opensWith(old.privateKey)).toBe(true);
  });

  it('rotate-seal without the old key changes nothing, names the rows, and keeps the key', async () => {
    const { code, stdout } = await run(['rotate-seal'], { SEAL_PRIVATE_KEY: young.privateKey });
    expect(code).toBe(1);
    expect(stdout).toContain(`stays as it is: sealed for key ${old.keyId}, whose private key is not here.`);
    expect(stdout).toContain(`3 secrets are still sealed for key ${old.keyId}: keep it.`);
    expect(await merchant.opensWith(old.privateKey)).toBe(true);
  });

  it.each([
    ['no private key', {}, 'SEAL_PRIVATE_KEY is needed to open what is sealed'],
    ['a key that is none', { SEAL_PRIVATE_KEY: 'x' }, 'SEAL_PRIVATE_KEY must be 32 bytes of base64'],
  ])('rotate-seal refuses %s', async (_what, env, words) => {
    const { code, stderr } = await run(['rotate-seal'], env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) });
  });

  it('rotate-seal refuses to seal for a key that it could not open', async () => {
    const { code, stderr } = await run(['rotate-seal'], { SEAL_PRIVATE_KEY: old.privateKey });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`has no private key for SEAL_PUBLIC_KEY (${young.keyId})`),
    });
  });

  it('generate-seal and generate-vault make keys that work, without a database', async () => {
    const made = JSON.parse((await startProgram(['keys', 'generate-seal', '--json'], {})).stdout);
    const place = { table: 't', column: 'c', row: ['r'] } as const;
    const sealed = (await createSeal(made.publicKey))('text', place);
    expect((await createOpen(made.privateKey))(sealed, place)).toBe('text');
    expect(sealed).toContain(`v2.${made.keyId}.`);
    const lines = (await tillgate(['keys', 'generate-seal'])).stdout;
    expect(lines).toMatch(/^# Key [0-9a-f]{16}\nSEAL_PUBLIC_KEY=[\w+/=]{44}\nSEAL_PRIVATE_KEY=[\w+/=]{44}\n$/);
    expect((await tillgate(['keys', 'generate-vault'])).stdout).toMatch(/^VAULT_KEYS=[\w+/=]{44}\n$/);
  });
});
