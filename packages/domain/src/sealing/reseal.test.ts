import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  databaseTokenStore,
  getAccounts,
  getProviderAccount,
  setProviderCredentials,
  setRailAccount,
} from '../applications/index.ts';
import { addBucket } from '../buckets/index.ts';
import { createEndpoint, rotateSecret } from '../endpoints/index.ts';
import { readMailText, writeSecretMails } from '../mails/index.ts';
import { dumpDatabase, seed, type TestContext, testContext } from '../testing/index.ts';
import { createTotpVault, generateVaultKey } from '../users/index.ts';
import { identityContext, newPerson } from '../users/users.fixture.ts';
import { createVault } from '../users/vault.ts';
import { createOpen } from './create-open.ts';
import { createSeal } from './create-seal.ts';
import { generateSealKeys } from './generate-seal-keys.ts';
import { accessTokenPlace, sealedColumns, signingSecretPlace } from './places.ts';
import { countSealed, reseal, type Sealer } from './reseal.ts';
import { keyIdOf, readKey } from './sealing.ts';

type Pair = { publicKey: string; privateKey: string; keyId: string };
const publicBytes = (text: string) => readKey(text) ?? new Uint8Array();

let test: TestDatabase;
let old: Pair;
let young: Pair;
/** Seals for the old key and opens with both, as during a rotation. */
let ctx: TestContext;
let toYoung: Sealer;

async function newPair(): Promise<Pair> {
  const keys = await generateSealKeys();
  return { ...keys, keyId: keyIdOf(publicBytes(keys.publicKey)) };
}

beforeEach(async () => {
  test = await testDatabase();
  [old, young] = [await newPair(), await newPair()];
  const open = await createOpen(`${young.privateKey},${old.privateKey}`);
  ctx = await testContext(test.database, { seal: await createSeal(old.publicKey), open });
  const seal = await createSeal(young.publicKey);
  toYoung = { by: 'box', keyId: young.keyId, anew: (sealed, place) => seal(open(sealed, place), place) };
});
afterEach(() => test.close());

const silent = () => {};
const url = 'https://shop.example.com/hook';
const account = {
  product: 'paybill',
  shortcode: '174379',
  consumerKey: 'ck',
  consumerSecret: 'cs',
  passkey: 'pk',
} as const;

/** A text in every sealed column, written as the product writes it. */
async function writeEverywhere() {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const tenant = { applicationId, environment: 'sandbox' } as const;
  await setProviderCredentials(ctx, { ...tenant, ...account, initiatorName: 'api', initiatorPassword: 'ip' });
  const secrets = { clientId: 'ci', clientSecret: 'cs' };
  await setRailAccount(ctx, { ...tenant, rail: 'airtel', number: '450123', secrets });
  const { endpointId, secret: first } = await createEndpoint(
    { ...ctx, judgeWebhookUrl: () => undefined },
    { ...tenant, url },
  );
  const { secret: second } = await rotateSecret(ctx, { endpointId, graceSeconds: 3_600 });
  const { secret: third } = await rotateSecret(ctx, { endpointId, graceSeconds: 60 });
  const files = { name: 'Files', region: 'eu-west-1', bucket: 'shop-files', accessKeyId: 'AKIDONE' };
  const owner = { ...ctx, tenant, judgeWebhookUrl: () => undefined };
  await addBucket(owner, { ...files, secretAccessKey: 'a-secret-key' });
  const tokens = databaseTokenStore(ctx);
  const lease = (await tokens.lease('account', undefined, 1_000)) ?? '';
  await tokens.store('account', lease, 'access', new Date('2027-01-01'));
  const mail = { to: 'ann@shop.example', subject: 'Reset', text: 'Link', hasSecret: true as const };
  await writeSecretMails(ctx, ctx.db.prisma, [mail], ctx.clock.now());
  return { tenant, endpointId, secrets: [third, second, first] };
}

async function writeToken(id: string, sealed = ctx.seal(`token ${id}`, accessTokenPlace(id))): Promise<void> {
  await ctx.db.pool.query('INSERT INTO provider_tokens (id, sealed_token, expires_at) VALUES ($1, $2, now())', [
    id,
    sealed,
  ]);
}
const tokenOf = async (id: string) =>
  (await ctx.db.prisma.providerToken.findUniqueOrThrow({ where: { id } })).sealedToken ?? '';

describe('sealing anew', () => {
  it('leaves nothing for the old key in any column, and everything opens with the new one alone', async () => {
    const { tenant, endpointId, secrets } = await writeEverywhere();
    const boxes = sealedColumns.filter(({ by }) => by === 'box');
    const counted = await countSealed(ctx);
    expect(counted.map(({ table, column }) => `${table}.${column}`)).toEqual(
      boxes.map(({ table, column }) => `${table}.${column}`),
    );
    expect(new Set(counted.map(({ keyId }) => keyId))).toEqual(new Set([old.keyId]));
    expect(await dumpDatabase(test.database)).toContain(`.${old.keyId}.`);

    const results = await reseal(ctx, toYoung, silent);
    expect(results.map(({ resealed, overtaken, failed }) => [resealed, overtaken, failed])).toEqual(
      boxes.map(({ table }) => [table === 'rail_secrets' ? 2 : 1, 0, []]),
    );
    expect(await dumpDatabase(test.database)).not.toContain(`.${old.keyId}.`);
    expect(new Set((await countSealed(ctx)).map(({ keyId, isBound }) => `${keyId} ${isBound}`))).toEqual(
      new Set([`${young.keyId} true`]),
    );

    const after = { ...ctx, open: await createOpen(young.privateKey) };
    expect(await getProviderAccount(after, tenant)).toMatchObject({ ...account, initiator: { password: 'ip' } });
    expect(await getAccounts(after, tenant)).toMatchObject([{}, { clientId: 'ci', clientSecret: 'cs' }]);
    expect(await databaseTokenStore(after).read('account')).toMatchObject({ token: 'access' });
    const row = await ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    const retired = row.retiredSecrets as { sealed: string; expiresAt: string }[];
    const place = signingSecretPlace({ endpointId, ...tenant });
    expect([row.sealedSecret, ...retired.map(({ sealed }) => sealed)].map((each) => after.open(each, place))).toEqual(
      secrets,
    );
    expect(retired.map(({ expiresAt }) => new Date(expiresAt).getTime() - ctx.clock.now().getTime())).toEqual([
      60_000, 60_000,
    ]);
    expect((await ctx.db.prisma.mail.findMany()).map((mail) => readMailText(after.open, mail))).toEqual(['Link']);
    const audits = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'secrets.resealed' } });
    expect(audits).toMatchObject([
      { actor: 'operator', subjectId: young.keyId, detail: { resealed: boxes.length + 1 } },
    ]);

    const again = await reseal(ctx, toYoung, silent);
    expect(again.map(({ resealed }) => resealed)).toEqual(boxes.map(() => 0));
  });

  it('binds texts of before to their row, also those for the same key', async () => {
    const box = sodium.crypto_box_seal('token', publicBytes(old.publicKey));
    await writeToken('one', `v1.${old.keyId}.${Buffer.from(box).toString('base64url')}`);
    expect(await countSealed(ctx)).toMatchObject([{ keyId: old.keyId, isBound: false, count: 1 }]);
    const toOld: Sealer = {
      ...toYoung,
      keyId: old.keyId,
      anew: (text, place) => ctx.seal(ctx.open(text, place), place),
    };
    await reseal(ctx, toOld, silent);
    expect(await countSealed(ctx)).toMatchObject([{ keyId: old.keyId, isBound: true, count: 1 }]);
    const sealed = await tokenOf('one');
    expect(ctx.open(sealed, accessTokenPlace('one'))).toBe('token');
    expect(() => ctx.open(sealed, accessTokenPlace('two'))).toThrow('was sealed for another row');
  });

  it('drops replaced signing secrets that have expired, and does not count them', async () => {
    const { endpointId } = await writeEverywhere();
    const { retiredSecrets } = await ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    const [longer, shorter] = retiredSecrets as { sealed: string; expiresAt: string }[];
    const expiresAt = new Date(ctx.clock.now().getTime() + 3_600_000).toISOString();
    const data = { retiredSecrets: [{ sealed: longer?.sealed ?? '', expiresAt }, shorter ?? {}] };
    await ctx.db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data });
    ctx.clock.advance(60);
    const retired = async () => (await countSealed(ctx)).find(({ column }) => column === 'retired_secrets')?.count;
    expect(await retired()).toBe(1);
    await reseal(ctx, toYoung, silent);
    const row = await ctx.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    expect(row.retiredSecrets).toHaveLength(1);
    expect(await retired()).toBe(1);
  });

  it('lets a write that comes between reading and writing win', async () => {
    await writeToken('one');
    await writeToken('two');
    const newer = ctx.seal('newer', accessTokenPlace('one'));
    const write = () => ctx.db.pool.query("UPDATE provider_tokens SET sealed_token = $1 WHERE id = 'one'", [newer]);
    const anew: Sealer['anew'] = (text, place) => {
      if (place.row[0] === 'one') written = write();
      return toYoung.anew(text, place);
    };
    let written: Promise<unknown> | undefined;
    // The statement that replaces waits for the write that its own row provoked.
    const pool = new Proxy(ctx.db.pool, {
      get: (target, name) =>
        name === 'query'
          ? async (...given: Parameters<typeof target.query>) => {
              await written;
              return target.query(...given);
            }
          : Reflect.get(target, name),
    });
    const results = await reseal({ ...ctx, db: { ...ctx.db, pool } }, { ...toYoung, anew }, silent);
    expect(results.find(({ table }) => table === 'provider_tokens')).toMatchObject({
      resealed: 1,
      overtaken: 1,
      failed: [],
    });
    expect(await tokenOf('one')).toBe(newer);
    expect(await tokenOf('two')).toContain(young.keyId);
  });

  it('goes on where it was stopped', async () => {
    for (let number = 0; number < 450; number += 1) await writeToken(`token ${String(number).padStart(3, '0')}`);
    const states: number[] = [];
    const stop = reseal(ctx, toYoung, ({ resealed }) => {
      states.push(resealed);
      if (resealed === 400) throw new Error('stopped');
    });
    await expect(stop).rejects.toThrow('stopped');
    expect(states).toEqual([200, 400]);
    const left = async () =>
      (await countSealed(ctx)).filter(({ keyId }) => keyId === old.keyId).reduce((sum, { count }) => sum + count, 0);
    expect(await left()).toBe(50);
    const results = await reseal(ctx, toYoung, silent);
    expect(results.find(({ table }) => table === 'provider_tokens')).toMatchObject({ resealed: 50, failed: [] });
    expect(await left()).toBe(0);
  });

  it('leaves what it cannot open, says which row and why, and does the rest', async () => {
    const stranger = await newPair();
    await writeToken('a', (await createSeal(stranger.publicKey))('token', accessTokenPlace('a')));
    await writeToken('b');
    await writeToken('c', ctx.seal('token', accessTokenPlace('b')));
    const results = await reseal(ctx, toYoung, silent);
    expect(results.find(({ table }) => table === 'provider_tokens')).toEqual({
      table: 'provider_tokens',
      column: 'sealed_token',
      resealed: 1,
      overtaken: 0,
      failed: [
        { row: 'a', reason: `sealed for key ${stranger.keyId}, whose private key is not here` },
        { row: 'c', reason: expect.stringContaining('provider_tokens.sealed_token of c was sealed for another row') },
      ],
    });
  });
});

describe('the secrets of authenticator apps', () => {
  it('move to the newest vault key, also those of before there were vault keys', async () => {
    const identity = identityContext(ctx);
    const people = [await newPerson(identity), await newPerson(identity)];
    const [first, second] = [generateVaultKey(), generateVaultKey()];
    const before = createTotpVault(first, undefined);
    const former = createVault('the process secret', 'totp');
    const secrets = [before.seal('ONE', people[0]?.person.userId ?? ''), former.seal('TWO')];
    for (const [index, { person }] of people.entries()) {
      const data = { userId: person.userId, secret: secrets[index] ?? '', createdAt: ctx.clock.now() };
      await ctx.db.prisma.secondFactor.create({ data });
    }
    expect(await countSealed(ctx)).toEqual([
      { table: 'second_factors', column: 'secret', by: 'vault', keyId: before.keyIds[0], isBound: true, count: 1 },
      { table: 'second_factors', column: 'secret', by: 'vault', keyId: '', isBound: false, count: 1 },
    ]);
    const vault = createTotpVault(`${second},${first}`, 'the process secret');
    const anew: Sealer['anew'] = (sealed, { row: [userId] }) => vault.seal(vault.open(sealed, userId), userId);
    const sealer = { by: 'vault', keyId: vault.keyIds[0], anew } as const;
    expect(await reseal(ctx, sealer, silent)).toMatchObject([{ table: 'second_factors', resealed: 2, failed: [] }]);
    const alone = createTotpVault(second, undefined);
    const rows = await ctx.db.prisma.secondFactor.findMany({ orderBy: { userId: 'asc' } });
    expect(rows.map(({ secret, userId }) => alone.open(secret, userId))).toEqual(['ONE', 'TWO']);
  });
});
