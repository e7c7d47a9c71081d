import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { authorityOf } from '../organizations/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { deleteView } from './delete-view.ts';
import { listViews, viewsMax } from './list-views.ts';
import { renameView } from './rename-view.ts';
import { saveView } from './save-view.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.databaseAs('web'));
});
afterAll(() => test.close());

async function shop() {
  const merchant = await seed(base).owner().application().member('finance').member('support').mint();
  const as = (role: Role): TenantContext => {
    const userId = merchant.members.find((member) => member.role === role)?.userId ?? merchant.owner.userId;
    return { ...merchant.as('sandbox'), actor: `user:${userId}`, authority: authorityOf(role) };
  };
  return { merchant, as };
}

const failed = { page: 'payments' as const, name: 'Failed', query: 'status=failed' };
const names = async (ctx: TenantContext) => (await listViews(ctx, { page: 'payments' })).map(({ name }) => name);

describe('a personal view', () => {
  it('is seen by its person alone, renamed and deleted', async () => {
    const { as } = await shop();
    const view = await saveView(as('support'), failed);
    expect(view).toMatchObject({ ...failed, isShared: false, isMine: true });
    expect(await names(as('finance'))).toEqual([]);
    await renameView(as('support'), { viewId: view.viewId, name: ' Lost ' });
    expect(await names(as('support'))).toEqual(['Lost']);
    for (const act of [renameView, deleteView]) {
      await expect(act(as('owner'), { viewId: view.viewId, name: 'Mine' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await deleteView(as('support'), { viewId: view.viewId });
    expect(await names(as('support'))).toEqual([]);
    await expect(deleteView(as('support'), { viewId: view.viewId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a shared view', () => {
  it('is seen by everybody and changed by those who may share, which is on record', async () => {
    const { as } = await shop();
    const { viewId } = await saveView(as('finance'), { ...failed, isShared: true });
    expect(await listViews(as('support'), { page: 'payments' })).toEqual([
      { viewId, ...failed, isShared: true, isMine: false },
    ]);
    for (const act of [renameView, deleteView]) {
      await expect(act(as('support'), { viewId, name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' });
    }
    await renameView(as('owner'), { viewId, name: 'All failed' });
    await deleteView(as('finance'), { viewId });
    const entries = await test.database.prisma.auditEntry.findMany({ where: { subjectId: viewId } });
    expect(entries.map(({ action }) => action).sort()).toEqual(['view.deleted', 'view.renamed', 'view.shared']);
  });

  it('cannot be made by a role that may not share', async () => {
    const { as } = await shop();
    await expect(saveView(as('support'), { ...failed, isShared: true })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

it('views of another page, environment and application are not among them', async () => {
  const { as } = await shop();
  const { as: other } = await shop();
  const { viewId } = await saveView(as('owner'), { ...failed, isShared: true });
  const live: TenantContext = { ...as('owner'), tenant: { ...as('owner').tenant, environment: 'production' } };
  expect(await listViews(as('owner'), { page: 'payouts' })).toEqual([]);
  for (const stranger of [live, other('owner')]) {
    expect(await names(stranger)).toEqual([]);
    await expect(deleteView(stranger, { viewId })).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('a query is brought to one form, without the place in the list', async () => {
  const { as } = await shop();
  const view = await saveView(as('owner'), { ...failed, query: 'status=failed&before=1.a&min=10&after=2.b' });
  expect(view.query).toBe('min=10&status=failed');
});

it.each<[object, string]>([
  [{ query: `a=${'x'.repeat(2_000)}` }, 'query'],
  [{ query: 'a=\u0007' }, 'query'],
  [{ query: 'a=%00' }, 'query'],
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ page: 'secrets' }, 'page'],
])('%j is refused', async (change, path) => {
  const { as } = await shop();
  await expect(saveView(as('owner'), { ...failed, ...change })).rejects.toMatchObject({
    code: 'invalid_input',
    extras: { issues: [{ path }] },
  });
});

it('a name is taken once, also by two at the same moment, and a page has a bounded number of views', async () => {
  const { as } = await shop();
  const both = await Promise.allSettled([saveView(as('owner'), failed), saveView(as('owner'), failed)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (let count = 1; count < viewsMax; count += 1) await saveView(as('owner'), { ...failed, name: `View ${count}` });
  await expect(saveView(as('owner'), { ...failed, name: 'One more' })).rejects.toMatchObject({ code: 'invalid_input' });
  await saveView(as('owner'), { ...failed, name: 'Shared', isShared: true });
});

it('only people have views', async () => {
  const { as } = await shop();
  await expect(listViews({ ...as('owner'), actor: 'key:1' }, { page: 'payments' })).rejects.toMatchObject({
    code: 'forbidden',
  });
});
