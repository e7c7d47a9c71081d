import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { ReauthenticationRequired } from '@tillgate/domain/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callerOf, signedIn, testDeps } from './testing.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
});
beforeEach(async () => {
  shop = await seed(deps.seeding).owner().application().member('admin').member('developer').mint();
});
afterAll(() => test?.close());

type Role = 'owner' | 'admin' | 'developer';
const personOf = (role: Role) =>
  role === 'owner' ? shop.owner : (shop.members.find((member) => member.role === role) ?? shop.owner);
const as = (role: Role, minutesAgo = 0) => callerOf(deps, signedIn(deps, personOf(role), { minutesAgo }));
const place = (environment: 'sandbox' | 'production') => ({ applicationId: shop.applicationId, environment });
const asked = (environment: 'sandbox' | 'production', scopes?: ('read' | 'payout' | 'refund')[]) => ({
  ...place(environment),
  name: 'Server',
  scopes,
});

describe('a production key that moves money out', () => {
  it.each(['owner', 'admin'] as const)('is created and rotated by an %s with a fresh proof alone', async (role) => {
    const input = asked('production', ['read', 'payout']);
    const stale = await as(role, 11)
      .keys.create(input)
      .catch((error: Error) => error);
    expect(stale).toMatchObject({ cause: expect.any(ReauthenticationRequired) });
    const { keyId, scopes } = await as(role).keys.create(input);
    expect(scopes).toEqual(['read', 'payout']);
    const rotation = { ...place('production'), keyId };
    const tooLate = await as(role, 11)
      .keys.rotate(rotation)
      .catch((error: Error) => error);
    expect(tooLate).toMatchObject({ cause: expect.any(ReauthenticationRequired) });
    await as(role).keys.rotate(rotation);
    const rows = await as(role).keys.list(place(input.environment));
    expect(rows.map((row) => row.scopes)).toEqual([
      ['read', 'payout'],
      ['read', 'payout'],
    ]);
  });

  it('is neither created nor rotated by a developer, who may do the same with every other key', async () => {
    const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await refused(as('developer').keys.create(asked('production', ['payout'])));
    await refused(as('developer').keys.create(asked('production', ['read', 'refund'])));
    const { keyId } = await as('owner').keys.create(asked('production', ['payout']));
    await refused(as('developer').keys.rotate({ ...place('production'), keyId }));
    const safe = await as('developer').keys.create(asked('production'));
    expect(safe.scopes).toEqual(['collect', 'read', 'offline', 'inquire']);
    await as('developer').keys.rotate({ ...place('production'), keyId: safe.keyId });
    await as('developer').keys.create(asked('sandbox', ['payout']));
    await as('developer').keys.revoke({ ...place('production'), keyId });
  });
});

it('a key keeps its addresses, and the form learns which one is wrong', async () => {
  const input = { ...asked('sandbox'), allowedIps: ['10.0.0.0/8', 'the office'] };
  const refused = await as('developer')
    .keys.create(input)
    .catch((error: Error) => error);
  expect(refused).toMatchObject({ cause: { extras: { issues: [{ path: 'allowedIps.1' }] } } });
  await as('developer').keys.create({ ...input, allowedIps: ['10.0.0.0/8'] });
  expect(await as('developer').keys.list(place(input.environment))).toMatchObject([{ allowedIps: ['10.0.0.0/8'] }]);
});

it('who removes a member sees their keys before, and says what becomes of them', async () => {
  const { keyId } = await as('developer').keys.create(asked('production', ['read']));
  await as('owner').keys.create(asked('sandbox'));
  const member = { organizationId: shop.organizationId, userId: personOf('developer').userId };
  const made = [{ keyId, name: 'Server', environment: 'production', scopes: ['read'] }];
  expect(await as('owner').members.keysOf(member)).toMatchObject(made);
  expect(await as('owner').members.keysOf({ ...member, to: 'admin' })).toEqual([]);
  await expect(as('owner').members.remove(member)).rejects.toMatchObject({
    cause: { extras: { issues: [{ path: 'keys' }] } },
  });
  const { revokedKeys } = await as('owner').members.remove({ ...member, keys: 'revoke' });
  expect(revokedKeys).toMatchObject(made);
});
