import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mpesaAccount } from '../provider/accounts.ts';
import { railSecretPlace } from '../sealing/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { createAccounts, getAccounts } from './get-accounts.ts';
import { releaseShortcode } from './release-shortcode.ts';
import { setProviderCredentials } from './set-provider-credentials.ts';
import { type SetRailAccountInput, setRailAccount } from './set-rail-account.ts';

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
const sandbox = { environment: 'sandbox', rail: 'airtel' } as const;
const secrets = { clientId: 'canary-id', clientSecret: 'canary-secret' };
const paying = { ...secrets, callbackKey: 'canary-key', pin: '4711', pinKey: 'TUlHZk1B' };
const issuesOf = (paths: string[]) => ({ code: 'invalid_input', extras: { issues: paths.map((path) => ({ path })) } });
const rowsOf = (applicationId: string) =>
  test.database.prisma.railAccount.findMany({ where: { applicationId }, include: { secrets: true } });
let made = 0;
/** A number that no other test owns. */
const number = () => `${700_000 + ++made}`;

async function stored(given: Partial<SetRailAccountInput> = {}) {
  const merchant = await bare();
  const { applicationId } = merchant;
  const { accountId } = await setRailAccount(ctx, { applicationId, ...sandbox, number: '450123', secrets, ...given });
  const tenant = { applicationId, environment: given.environment ?? 'sandbox' };
  const change = (to: Partial<SetRailAccountInput>) =>
    setRailAccount(ctx, { applicationId, ...sandbox, environment: tenant.environment, ...to });
  return { ...merchant, accountId, tenant, change };
}

describe('setRailAccount', () => {
  it('seals every secret by itself: none can be read in a row or in the audit', async () => {
    const { applicationId, accountId } = await stored({ secrets: paying });
    const rows = await rowsOf(applicationId);
    expect(rows).toMatchObject([{ id: accountId, rail: 'airtel', number: '450123', isDefault: true }]);
    const opened = rows[0]?.secrets.map(({ name, sealedValue }) => [
      name,
      ctx.open(sealedValue, railSecretPlace({ accountId, name })),
    ]);
    expect(Object.fromEntries(opened ?? [])).toEqual(paying);
    const entries = await test.database.prisma.auditEntry.findMany({ where: { applicationId, subjectId: accountId } });
    expect(entries).toMatchObject([
      {
        action: 'rail_account.created',
        detail: {
          environment: 'sandbox',
          rail: 'airtel',
          number: '450123',
          fields: ['number', ...Object.keys(paying)],
        },
      },
    ]);
    expect(JSON.stringify([rows, entries])).not.toMatch(/canary|4711/);
  });

  it('has an address for callbacks that nobody guesses, and keeps it', async () => {
    const { applicationId, change } = await stored();
    const [before] = await rowsOf(applicationId);
    await change({ secrets: { clientSecret: 'other' } });
    const [after] = await rowsOf(applicationId);
    expect(before?.hookToken).toMatch(/^[0-9a-f]{64}$/);
    expect(after?.hookToken).toBe(before?.hookToken);
  });

  it('reads back what was set, with the defaults of the network', async () => {
    const { tenant, change } = await stored();
    const account = { rail: 'airtel', address: 'airtel:450123', number: '450123', ...secrets };
    expect(await getAccounts(ctx, tenant)).toEqual([
      {
        ...account,
        environment: 'sandbox',
        callbackKey: null,
        signs: false,
        payout: null,
        askedSince: ctx.clock.now(),
      },
    ]);
    const { pin, pinKey, callbackKey } = paying;
    await change({ settings: { signs: true, payoutVersion: 'v1' }, secrets: { pin, pinKey, callbackKey } });
    expect(await getAccounts(ctx, tenant)).toMatchObject([
      { ...account, callbackKey, signs: true, payout: { pin, key: pinKey, version: 'v1' } },
    ]);
  });

  it('keeps what is not given, and removes what is given as null', async () => {
    const { tenant, change } = await stored({ secrets: paying, settings: { signs: true } });
    await change({ number: '450999', secrets: { pin: null, pinKey: null } });
    expect(await getAccounts(ctx, tenant)).toMatchObject([
      { number: '450999', ...secrets, callbackKey: 'canary-key', signs: true, payout: null },
    ]);
  });

  it('asks as another client only after the client has changed', async () => {
    const { applicationId, change } = await stored();
    const askedSince = async () => (await rowsOf(applicationId))[0]?.askedSince;
    const first = await askedSince();
    ctx.clock.advance(60);
    await change({ secrets: { clientSecret: 'other' } });
    expect(await askedSince()).toEqual(first);
    await change({ secrets: { clientId: 'another' } });
    expect(await askedSince()).toEqual(ctx.clock.now());
  });

  it('wants the number and what no account works without, once', async () => {
    const { applicationId } = await bare();
    await expect(setRailAccount(ctx, { applicationId, ...sandbox })).rejects.toMatchObject(
      issuesOf(['number', 'secrets.clientId', 'secrets.clientSecret']),
    );
  });

  it.each<[object, string]>([
    [{ number: '12' }, 'number'],
    [{ number: 'airtel:450123' }, 'number'],
    [{ number: '450 123' }, 'number'],
    [{ settings: { signs: 'yes' } }, 'settings.signs'],
    [{ settings: { payoutVersion: 'v3' } }, 'settings.payoutVersion'],
    [{ settings: { token: 'x' } }, 'settings'],
    [{ secrets: { ...secrets, clientSecret: 'two words' } }, 'secrets.clientSecret'],
    [{ secrets: { ...secrets, clientId: '' } }, 'secrets.clientId'],
    [{ secrets: { ...secrets, clientId: null } }, 'secrets.clientId'],
    [{ secrets: { ...secrets, passkey: 'x' } }, 'secrets.passkey'],
    [{ secrets: { ...secrets, constructor: 'x' } }, 'secrets.constructor'],
    [{ secrets: { ...paying, pin: 'abcd' } }, 'secrets.pin'],
    [{ secrets: { ...paying, pinKey: '<key>' } }, 'secrets.pinKey'],
    [{ secrets: { ...secrets, pin: '4711' } }, 'secrets.pinKey'],
    [{ secrets: { ...secrets, pinKey: 'TUlHZk1B' } }, 'secrets.pin'],
    [{ rail: 'mpesa' }, 'rail'],
    [{ rail: 'momo' }, 'rail'],
    [{ environment: 'live' }, 'environment'],
  ])('refuses %j and stores nothing', async (change, path) => {
    const { applicationId } = await bare();
    const input = { applicationId, ...sandbox, number: '450123', secrets, ...change } as SetRailAccountInput;
    const refused = await setRailAccount(ctx, input).catch((error) => error);
    expect(refused).toMatchObject(issuesOf([path]));
    expect(JSON.stringify([refused.message, refused.extras])).not.toMatch(/two words|4711|abcd/);
    expect(await rowsOf(applicationId)).toEqual([]);
  });

  it('does not let the PIN or its key go alone', async () => {
    const { change } = await stored({ secrets: paying });
    await expect(change({ secrets: { pinKey: null } })).rejects.toMatchObject(issuesOf(['secrets.pinKey']));
  });

  it('gives a production number to the first organization, and to another after the operator has released it', async () => {
    const mine = number();
    const first = await stored({ environment: 'production', number: mine });
    await first.change({ number: mine });
    const other = () => stored({ environment: 'production', number: mine });
    await expect(other()).rejects.toMatchObject(issuesOf(['number']));
    expect(await test.database.prisma.shortcode.findMany({ where: { shortcode: `airtel:${mine}` } })).toMatchObject([
      { organizationId: first.organizationId, evidence: 'declared' },
    ]);
    const operator = { ...ctx, db: test.databaseAs('cli') };
    await releaseShortcode(operator, { environment: 'production', shortcode: `airtel:${mine}` });
    expect(await getAccounts(ctx, (await other()).tenant)).toMatchObject([{ number: mine }]);
  });

  it('lets one of two organizations that name a number at the same time have it', async () => {
    const mine = number();
    const both = await Promise.allSettled([1, 2].map(() => stored({ environment: 'production', number: mine })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('shares the numbers of the sandbox', async () => {
    await stored();
    await expect(stored()).resolves.toBeDefined();
  });

  it('refuses a member without the permission, and an application that does not exist', async () => {
    const { applicationId } = await bare();
    const authority = { of: 'person' as const, permissions: new Set(['reviews.work' as const]) };
    const input = { applicationId, ...sandbox, number: '450123', secrets };
    await expect(setRailAccount({ ...ctx, authority }, input)).rejects.toMatchObject({ code: 'forbidden' });
    const unknown = setRailAccount(ctx, { ...input, applicationId: uuidv7() });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('accounts of an application', () => {
  it('are one at M-PESA when only its credentials are set', async () => {
    const { as } = await seed(ctx).owner().application().credentials('sandbox', { shortcode: '600123' }).mint();
    expect(await getAccounts(ctx, as().tenant)).toMatchObject([
      { rail: 'mpesa', address: '600123', shortcode: '600123' },
    ]);
  });

  it('begin with the one that was there first', async () => {
    const airtelFirst = await stored();
    await setProviderCredentials(ctx, {
      ...airtelFirst.tenant,
      product: 'paybill',
      shortcode: '600123',
      consumerKey: 'ck',
      consumerSecret: 'cs',
      passkey: 'pk',
    });
    const rails = async (tenant: typeof airtelFirst.tenant) => (await getAccounts(ctx, tenant)).map(({ rail }) => rail);
    expect(await rails(airtelFirst.tenant)).toEqual(['airtel', 'mpesa']);
    const mpesaFirst = await seed(ctx).owner().application().credentials('sandbox').mint();
    const { applicationId } = mpesaFirst;
    await setRailAccount(ctx, { applicationId, ...sandbox, number: '450123', secrets });
    expect(await rails(mpesaFirst.as().tenant)).toEqual(['mpesa', 'airtel']);
  });

  it('follow the shortcode and the client of the credentials of M-PESA', async () => {
    const { applicationId } = await seed(ctx).owner().application().credentials('sandbox').mint();
    const [before] = await rowsOf(applicationId);
    ctx.clock.advance(60);
    await setProviderCredentials(ctx, { applicationId, environment: 'sandbox', shortcode: '600777' });
    expect(await rowsOf(applicationId)).toMatchObject([
      { id: before?.id, number: '600777', askedSince: before?.askedSince, updatedAt: ctx.clock.now() },
    ]);
    await setProviderCredentials(ctx, { applicationId, environment: 'sandbox', consumerKey: 'another' });
    expect(await rowsOf(applicationId)).toMatchObject([{ askedSince: ctx.clock.now() }]);
  });

  it('leave M-PESA unset for an application with another network alone', async () => {
    const { tenant } = await stored();
    await expect(mpesaAccount({ accounts: createAccounts(ctx) }, tenant)).rejects.toMatchObject({
      code: 'provider_not_configured',
    });
  });

  it('do not open in the row of another account', async () => {
    const [own, other] = [await stored(), await stored()];
    await test.database.pool.query(
      `UPDATE rail_secrets s SET sealed_value = o.sealed_value FROM rail_secrets o
       WHERE s.account_id = $1 AND o.account_id = $2 AND s.name = o.name`,
      [own.accountId, other.accountId],
    );
    await expect(getAccounts(ctx, own.tenant)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await getAccounts(ctx, other.tenant)).toMatchObject([secrets]);
  });
});

describe('rows of another network', () => {
  it.each([
    ['airtel', '450123'],
    ['mpesa', 'airtel:450123'],
    ['airtel', 'airtel:'],
    ['airtel', 'mpesa:450123'],
  ])('with rail %s and the account %s do not exist', async (rail, shortcode) => {
    const { applicationId } = await bare();
    const inserting = test.database.pool.query(
      `INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, account_ref,
         description, shortcode, rail, created_at)
       VALUES ($1, $2, 'sandbox', 'c2b', 'pending', 1, 1, 'A', 'A', $3, $4::"Rail", now())`,
      [uuidv7(), applicationId, shortcode, rail],
    );
    await expect(inserting).rejects.toThrow('payments_rail_of_shortcode');
  });
});
