import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { getAccounts } from './get-accounts.ts';
import { makeDefaultAccount } from './make-default-account.ts';
import { setRailAccount } from './set-rail-account.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.databaseAs('web'));
});

const environment = 'sandbox' as const;

/** An application with an account at both networks, M-PESA's the default. */
async function both() {
  const { applicationId } = await seed(ctx).owner().application().credentials(environment).mint();
  const secrets = { clientId: 'canary-id', clientSecret: 'canary-secret' };
  await setRailAccount(ctx, { applicationId, environment, rail: 'airtel', number: '450123', secrets });
  const choose = (rail: 'mpesa' | 'airtel') => makeDefaultAccount(ctx, { applicationId, environment, rail });
  const rails = async () => (await getAccounts(ctx, { applicationId, environment })).map(({ rail }) => rail);
  const chosen = () =>
    test.database.prisma.auditEntry.findMany({ where: { applicationId, action: 'rail_account.default_chosen' } });
  return { applicationId, choose, rails, chosen };
}

describe('makeDefaultAccount', () => {
  it('puts one account before the others, and back', async () => {
    const { choose, rails, chosen } = await both();
    expect(await rails()).toEqual(['mpesa', 'airtel']);
    await choose('airtel');
    expect(await rails()).toEqual(['airtel', 'mpesa']);
    await choose('mpesa');
    expect(await rails()).toEqual(['mpesa', 'airtel']);
    expect((await chosen()).map(({ detail }) => detail)).toEqual([
      { environment, rail: 'airtel', number: '450123' },
      { environment, rail: 'mpesa', number: '174379' },
    ]);
  });

  it('does nothing for the default', async () => {
    const { choose, rails, chosen } = await both();
    await choose('mpesa');
    expect(await rails()).toEqual(['mpesa', 'airtel']);
    expect(await chosen()).toEqual([]);
  });

  it('leaves one default when two people choose at the same time', async () => {
    const { applicationId, choose } = await both();
    await Promise.all((['airtel', 'mpesa', 'airtel', 'mpesa'] as const).map(choose));
    expect(await test.database.prisma.railAccount.count({ where: { applicationId, isDefault: true } })).toBe(1);
  });

  it('refuses a network without an account, and changes nothing', async () => {
    const { applicationId, as } = await seed(ctx).owner().application().credentials(environment).mint();
    const refused = makeDefaultAccount(ctx, { applicationId, environment, rail: 'airtel' });
    await expect(refused).rejects.toMatchObject({ code: 'provider_not_configured' });
    expect(await getAccounts(ctx, as().tenant)).toMatchObject([{ rail: 'mpesa' }]);
  });

  it('refuses a network that does not exist, a member without the permission, and an application that does not exist', async () => {
    const { applicationId } = await both();
    const input = { applicationId, environment, rail: 'airtel' as const };
    const momo = makeDefaultAccount(ctx, { ...input, rail: 'momo' as 'airtel' });
    await expect(momo).rejects.toMatchObject({ code: 'invalid_input', extras: { issues: [{ path: 'rail' }] } });
    const authority = { of: 'person' as const, permissions: new Set(['credentials.read' as const]) };
    await expect(makeDefaultAccount({ ...ctx, authority }, input)).rejects.toMatchObject({ code: 'forbidden' });
    const unknown = makeDefaultAccount(ctx, { ...input, applicationId: uuidv7() });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  });
});
