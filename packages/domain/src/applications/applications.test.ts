import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from '../kernel/context.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import { credentialPlace } from '../sealing/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { createUser } from '../users/index.ts';
import { createApplication } from './create-application.ts';
import { type SecretName, secretNames } from './credentials.ts';
import { createAccounts, getProviderAccount } from './get-accounts.ts';
import { setProviderCredentials } from './set-provider-credentials.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.databaseAs('web'));
});

const bare = () => seed(ctx).owner().application().mint();
const secrets = { consumerKey: 'canary-ck', consumerSecret: 'canary-cs', passkey: 'canary-pk' };
const paybill = { environment: 'sandbox', product: 'paybill', shortcode: '174379', ...secrets } as const;
const issuesOf = (paths: string[]) => ({ code: 'invalid_input', extras: { issues: paths.map((path) => ({ path })) } });

describe('createApplication', () => {
  it('gives an owner without an organization one, with the role of owner', async () => {
    const { userId } = await createUser(ctx, { email: 'ann@shop.example', password: 'long enough', name: 'Ann' });
    const made = await createApplication(ctx, { name: 'Ann’s shop', ownerEmail: 'ANN@shop.example' });
    const application = await test.database.prisma.application.findUniqueOrThrow({
      where: { id: made.applicationId },
      include: { organization: { include: { memberships: true } } },
    });
    expect(application).toMatchObject({
      name: 'Ann’s shop',
      organizationId: made.organizationId,
      organization: { name: 'Ann', memberships: [{ userId, role: 'owner' }] },
    });
  });

  it('puts all applications of one owner into one organization, also when made at once', async () => {
    await createUser(ctx, { email: 'bob@shop.example', password: 'long enough' });
    const made = await Promise.all(
      ['one', 'two', 'three'].map((name) => createApplication(ctx, { name, ownerEmail: 'bob@shop.example' })),
    );
    expect(new Set(made.map(({ organizationId }) => organizationId)).size).toBe(1);
  });

  it('puts an application into a given organization', async () => {
    const { organizationId } = await bare();
    const made = await createApplication(ctx, { name: 'Second', organizationId });
    expect(made.organizationId).toBe(organizationId);
  });

  it('refuses unknown owners, both kinds of owner and none', async () => {
    const { organizationId } = await bare();
    for (const [input, path] of [
      [{ name: 'x', ownerEmail: 'nobody@shop.example' }, 'ownerEmail'],
      [{ name: 'x', organizationId: uuidv7() }, 'organizationId'],
      [{ name: 'x', organizationId, ownerEmail: 'nobody@shop.example' }, 'ownerEmail'],
      [{ name: 'x' }, 'ownerEmail'],
      [{ name: '', organizationId }, 'name'],
    ] as const) {
      await expect(createApplication(ctx, input)).rejects.toMatchObject(issuesOf([path]));
    }
  });
});

describe('setProviderCredentials', () => {
  it('seals every secret by itself: none can be read in the row or in the audit', async () => {
    const { applicationId } = await bare();
    const initiator = { initiatorName: 'testapi', initiatorPassword: 'canary-ip!' };
    await setProviderCredentials(ctx, { applicationId, ...paybill, ...initiator });
    const row = await test.database.prisma.providerCredential.findFirstOrThrow({ where: { applicationId } });
    const opened = (name: SecretName, sealed: string | null) => ctx.open(sealed ?? '', credentialPlace(name, row));
    expect(opened('consumerKey', row.sealedConsumerKey)).toBe('canary-ck');
    expect(opened('consumerSecret', row.sealedConsumerSecret)).toBe('canary-cs');
    expect(opened('passkey', row.sealedPasskey)).toBe('canary-pk');
    expect(opened('initiatorPassword', row.sealedInitiatorPassword)).toBe('canary-ip!');
    const entries = await test.database.prisma.auditEntry.findMany({ where: { applicationId } });
    expect(entries.map(({ action }) => action)).toContain('credentials.created');
    expect(JSON.stringify([row, entries])).not.toContain('canary');
  });

  it.each(secretNames)('a %s that is moved into the row of another tenant does not open there', async (name) => {
    const initiator = { initiatorName: 'testapi', initiatorPassword: 'canary-ip!' };
    const [own, other] = [await bare(), await bare()];
    for (const { applicationId } of [own, other]) {
      await setProviderCredentials(ctx, { applicationId, ...paybill, ...initiator });
    }
    const column = `sealed_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    await test.database.pool.query(
      `UPDATE provider_credentials SET ${column} = (SELECT ${column} FROM provider_credentials WHERE application_id = $1)
       WHERE application_id = $2`,
      [other.applicationId, own.applicationId],
    );
    const lines: unknown[] = [];
    const log = { ...ctx.log, error: (fields: object) => void lines.push(fields) };
    const account = (of: { applicationId: string }) =>
      getProviderAccount({ ...ctx, log }, { applicationId: of.applicationId, environment: 'sandbox' });
    await expect(account(own)).rejects.toMatchObject({ code: 'unavailable' });
    const reason = `provider_credentials.${column} of ${own.applicationId} was sealed for another row`;
    expect(lines).toMatchObject([{ secret: name, err: { message: expect.stringContaining(reason) } }]);
    expect(await account(other)).toMatchObject(secrets);
  });

  it('opens for an application whose id was given in capitals', async () => {
    const { applicationId } = await bare();
    await setProviderCredentials(ctx, { applicationId: applicationId.toUpperCase(), ...paybill });
    expect(await getProviderAccount(ctx, { applicationId, environment: 'sandbox' })).toMatchObject(secrets);
  });

  it('keeps what is not given once something is set', async () => {
    const { applicationId } = await bare();
    await setProviderCredentials(ctx, { applicationId, ...paybill });
    await setProviderCredentials(ctx, { applicationId, environment: 'sandbox', passkey: 'new-passkey' });
    const account = await getProviderAccount(ctx, { applicationId, environment: 'sandbox' });
    expect(account).toEqual({
      ...paybill,
      rail: 'mpesa',
      address: paybill.shortcode,
      initiator: null,
      tillNumber: null,
      passkey: 'new-passkey',
      c2bVersion: null,
    });
  });

  it('asks for everything the first time, per environment', async () => {
    const { applicationId } = await bare();
    await setProviderCredentials(ctx, { applicationId, ...paybill });
    const needed = ['product', 'shortcode', 'consumerKey', 'consumerSecret', 'passkey'];
    await expect(setProviderCredentials(ctx, { applicationId, environment: 'production' })).rejects.toMatchObject(
      issuesOf(needed),
    );
  });

  it('wants a till number for a till and none for a paybill, and forgets it when a till becomes a paybill', async () => {
    const { applicationId } = await bare();
    const set = (change: object) => setProviderCredentials(ctx, { applicationId, ...paybill, ...change });
    await expect(set({ product: 'till' })).rejects.toMatchObject(issuesOf(['tillNumber']));
    await expect(set({ tillNumber: '512345' })).rejects.toMatchObject(issuesOf(['tillNumber']));
    await set({ product: 'till', tillNumber: '512345' });
    const tenant = { applicationId, environment: 'sandbox' } as const;
    expect(await getProviderAccount(ctx, tenant)).toMatchObject({ product: 'till', tillNumber: '512345' });
    await setProviderCredentials(ctx, { ...tenant, product: 'paybill' });
    expect(await getProviderAccount(ctx, tenant)).toMatchObject({ product: 'paybill', tillNumber: null });
  });

  it.each([
    [{ shortcode: '1234' }, 'shortcode'],
    [{ shortcode: '12345678' }, 'shortcode'],
    [{ shortcode: '12345a' }, 'shortcode'],
    [{ product: 'bank' }, 'product'],
    [{ environment: 'live' }, 'environment'],
    [{ consumerKey: 'has:colon' }, 'consumerKey'],
    [{ consumerSecret: 'two words' }, 'consumerSecret'],
    [{ passkey: 'line\n' }, 'passkey'],
    [{ passkey: '' }, 'passkey'],
    [{ environment: 'production', initiatorPassword: 'with@sign' }, 'initiatorPassword'],
  ])('refuses %j and stores nothing', async (change, path) => {
    const { applicationId } = await bare();
    const input = { applicationId, ...paybill, ...change } as typeof paybill & { applicationId: string };
    await expect(setProviderCredentials(ctx, input)).rejects.toMatchObject(issuesOf([path]));
    expect(await test.database.prisma.providerCredential.count({ where: { applicationId } })).toBe(0);
  });

  it('refuses a member without the permission, and the money goes where it went', async () => {
    const { applicationId } = await bare();
    const authority = { of: 'person' as const, permissions: new Set(['reviews.work' as const]) };
    const setting = setProviderCredentials({ ...ctx, authority }, { applicationId, ...paybill });
    await expect(setting).rejects.toMatchObject({ code: 'forbidden' });
    expect(await test.database.prisma.providerCredential.count({ where: { applicationId } })).toBe(0);
  });

  it('does not know an application that does not exist', async () => {
    const input = { applicationId: uuidv7(), ...paybill };
    await expect(setProviderCredentials(ctx, input)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('getProviderAccount', () => {
  it('says what is missing when nothing is set for this environment', async () => {
    const { applicationId } = await seed(ctx).owner().application().credentials('sandbox').mint();
    const error = await getProviderAccount(ctx, { applicationId, environment: 'production' }).catch((thrown) => thrown);
    expect(error.code).toBe('provider_not_configured');
    expect(error.message).toContain('not configured for production');
    for (const name of ['product', 'shortcode', 'consumer key', 'consumer secret', 'passkey']) {
      expect(error.message).toContain(name);
    }
  });

  it('does not blame the merchant when the seal key is not here', async () => {
    const { as } = await seed(ctx).owner().application().credentials('sandbox').mint();
    const stranger = await testContext(test.databaseAs('web'));
    await expect(getProviderAccount(stranger, as().tenant)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('createAccounts', () => {
  it('answers again without the database, and sees new credentials within 5 s', async () => {
    const { applicationId, as } = await seed(ctx).owner().application().credentials('sandbox', secrets).mint();
    const accounts = createAccounts(ctx);
    const accountOf = (tenant: Tenant) => mpesaAccount({ accounts }, tenant);
    const first = await accountOf(as().tenant);
    await setProviderCredentials(ctx, { applicationId, environment: 'sandbox', passkey: 'changed' });
    expect(await accountOf(as().tenant)).toBe(first);
    ctx.clock.advance(5);
    expect((await accountOf(as().tenant)).passkey).toBe('changed');
  });

  it('never mixes tenants, and remembers no refusal', async () => {
    const one = await seed(ctx).owner().application().credentials('sandbox').mint();
    const other = await bare();
    const accounts = createAccounts(ctx);
    const accountOf = (tenant: Tenant) => mpesaAccount({ accounts }, tenant);
    await accountOf(one.as('sandbox').tenant);
    for (const tenant of [one.as('production').tenant, other.as('sandbox').tenant]) {
      await expect(accountOf(tenant)).rejects.toMatchObject({ code: 'provider_not_configured' });
    }
    await setProviderCredentials(ctx, { applicationId: other.applicationId, ...paybill });
    expect(await accountOf(other.as('sandbox').tenant)).toMatchObject(secrets);
  });
});
