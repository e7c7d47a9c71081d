import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAccount } from '../reading/account/index.ts';
import { seed, testContext } from '../testing/index.ts';
import { chooseMails } from './choose-mails.ts';
import { asPerson } from './identity.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

async function newOwner() {
  const ctx = await testContext(test.database);
  const { owner } = await seed(ctx).owner().application().mint();
  return { ...asPerson(ctx, { userId: owner.userId, sessionId: 'x' }), dashboardUrl: 'https://dash.example' };
}

describe('the mails of a person', () => {
  it('all come until a kind is switched off, and come again when it is left out', async () => {
    const owner = await newOwner();
    const all = { approvals: true, reviews: true, endpoints: true, float: true, exports: true };
    expect((await getAccount(owner)).mails).toEqual(all);
    expect(await chooseMails(owner, { muted: ['reviews', 'float', 'reviews'] })).toEqual({
      muted: ['reviews', 'float'],
    });
    expect((await getAccount(owner)).mails).toEqual({ ...all, reviews: false, float: false });
    await chooseMails(owner, { muted: [] });
    expect((await getAccount(owner)).mails).toEqual(all);
  });

  it('are those of the person alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await chooseMails(owner, { muted: ['exports'] });
    expect((await getAccount(other)).mails.exports).toBe(true);
  });

  it.each([[['passwords']], [['exports', null]], ['exports']])('%j is refused', async (muted) => {
    const owner = await newOwner();
    await expect(chooseMails(owner, { muted } as never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await getAccount(owner)).mails.exports).toBe(true);
  });
});
