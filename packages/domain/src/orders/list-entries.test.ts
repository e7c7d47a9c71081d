import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhoneHash } from '../guards/index.ts';
import { authorityOf } from '../organizations/index.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import { type Office, orderOf, ordersWorld, refusalOf } from './orders.fixture.ts';
import { addListEntry, importListFile, previewListFile, removeListEntry } from './set-list-entry.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const phoneHash = createPhoneHash(Buffer.alloc(32, 3).toString('base64'));
const phone = '0712 345 678';
const [block, allow] = ['block', 'allow'] as const;
const adminOf = (office: Office) => ({ ...office.as('finance'), authority: authorityOf('admin'), phoneHash });
const ownerOf = (office: Office) => ({ ...office.as('owner'), phoneHash });
const entriesOf = (office: Office) =>
  office.rows.prisma.guardListEntry.findMany({ where: office.as('owner').tenant, orderBy: { list: 'asc' } });
const auditOf = async (office: Office) =>
  (
    await office.rows.prisma.auditEntry.findMany({
      where: { action: { startsWith: 'guard_entry.' }, applicationId: office.merchant.applicationId },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, detail }) => ({ action, ...Object(detail) }));

/** An office whose first finance member is an admin. */
async function twoAdmins(): Promise<Office> {
  const office = await world.office();
  const { organizationId, members } = office.merchant;
  const where = { organizationId_userId: { organizationId, userId: members[0]?.userId ?? '' } };
  await office.rows.prisma.membership.update({ where, data: { role: 'admin' } });
  return office;
}
const inDays = (office: Office, days: number) => new Date(office.clock.now().getTime() + days * 86_400_000);
const idOf = async (office: Office) => (await entriesOf(office))[0]?.id ?? '';
function waitingOf(changed: Awaited<ReturnType<typeof addListEntry>>) {
  if (changed.status !== 'waiting') throw new Error(changed.status);
  return changed.orderId;
}

/** Approves an order as the owner, and carries it out. */
async function approve(office: Office, orderId: string) {
  await approveOrder(office.as('owner'), { orderId });
  await executeOrder(office.worker, { orderId });
  return (await orderOf(office, orderId)).outcome;
}

it('to block a phone, or for longer, holds at once and is audited, and no row has the number', async () => {
  const office = await twoAdmins();
  const admin = adminOf(office);
  const given = { phone, list: block, until: inDays(office, 1), reason: 'chargeback' };
  expect(await addListEntry(admin, given)).toEqual({ status: 'applied' });
  expect(await addListEntry(admin, given)).toEqual({ status: 'unchanged' });
  office.clock.advance(1);
  expect(await addListEntry(admin, { ...given, until: null })).toEqual({ status: 'applied' });
  const entries = await entriesOf(office);
  expect(entries).toMatchObject([{ list: 'block', until: null, reason: 'chargeback', createdBy: admin.actor }]);
  const audited = await auditOf(office);
  expect(audited).toMatchObject([
    { action: 'guard_entry.added', list: 'block', loosened: false },
    { action: 'guard_entry.changed', until: null, untilBefore: given.until.toISOString(), loosened: false },
  ]);
  expect(JSON.stringify([entries, audited])).not.toMatch(/712.?345.?678/);
});

describe('a loosening waits for another person', () => {
  it.each(['allow a phone', 'unblock one', 'block one for a shorter time'])('to %s', async (what) => {
    const office = await twoAdmins();
    const admin = adminOf(office);
    if (what !== 'allow a phone') await addListEntry(admin, { phone, list: block, reason: 'fraud' });
    const before = await entriesOf(office);
    office.clock.advance(1);
    const until = inDays(office, 1);
    const wish = async () =>
      what === 'allow a phone'
        ? addListEntry(admin, { phone, list: allow, reason: 'our own phone' })
        : what === 'unblock one'
          ? removeListEntry(admin, { entryId: await idOf(office) })
          : addListEntry(admin, { phone, list: block, until, reason: 'fraud' });
    const orderId = waitingOf(await wish());
    expect(waitingOf(await wish())).toBe(orderId);
    expect(await entriesOf(office)).toEqual(before);
    expect(await refusalOf(approveOrder(admin, { orderId }))).toMatchObject({ code: 'forbidden' });
    const order = await orderOf(office, orderId);
    expect(JSON.stringify(order.input)).not.toMatch(/712.?345.?678/);
    expect(await approve(office, orderId)).toEqual({ ok: true });
    const after = await entriesOf(office);
    if (what === 'allow a phone') expect(after).toMatchObject([{ list: 'allow', reason: 'our own phone' }]);
    else if (what === 'unblock one') expect(after).toEqual([]);
    else expect(after).toMatchObject([{ until }]);
    expect((await auditOf(office)).at(-1)).toMatchObject({
      loosened: true,
      approvedBy: office.merchant.owner.userId,
    });
    const where = { to: office.merchant.owner.email, subject: { startsWith: 'Guard changed' } };
    expect(await office.rows.prisma.mail.count({ where })).toBe(1);
  });

  it('and is refused when the entry changed since', async () => {
    const office = await twoAdmins();
    await addListEntry(adminOf(office), { phone, list: block, until: inDays(office, 1), reason: 'fraud' });
    office.clock.advance(1);
    const orderId = waitingOf(await removeListEntry(adminOf(office), { entryId: await idOf(office) }));
    await addListEntry(ownerOf(office), { phone, list: block, reason: 'fraud' });
    expect(await approve(office, orderId)).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await entriesOf(office)).toMatchObject([{ until: null }]);
  });

  it('but no longer allowing a phone, or unblocking one whose end has passed, does not', async () => {
    const office = await twoAdmins();
    const orderId = waitingOf(await addListEntry(adminOf(office), { phone, list: allow, reason: 'ours' }));
    await approve(office, orderId);
    expect(await removeListEntry(adminOf(office), { entryId: await idOf(office) })).toEqual({ status: 'applied' });
    await addListEntry(adminOf(office), { phone, list: block, until: inDays(office, 1), reason: 'fraud' });
    office.clock.advance(86_400);
    expect(await removeListEntry(adminOf(office), { entryId: await idOf(office) })).toEqual({ status: 'applied' });
  });
});

describe('refused', () => {
  it('who may not change the policy, entries of others, ends in the past, numbers in reasons, and processes without the key', async () => {
    const [office, other] = [await twoAdmins(), await twoAdmins()];
    await addListEntry(ownerOf(other), { phone, list: block, reason: 'fraud' });
    const given = { phone, list: block, reason: 'fraud' };
    const owner = ownerOf(office);
    const developer = { ...office.as('developer'), phoneHash };
    expect(await refusalOf(addListEntry(developer, given))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(importListFile(developer, { csv: 'x' }))).toMatchObject({ code: 'forbidden' });
    const foreign = { entryId: await idOf(other) };
    expect(await refusalOf(removeListEntry(owner, foreign))).toMatchObject({ code: 'not_found' });
    for (const wrong of [
      { until: office.clock.now() },
      { reason: 'it is 0712345678' },
      { reason: '' },
      { phone: '1' },
    ]) {
      expect(await refusalOf(addListEntry(owner, { ...given, ...wrong }))).toMatchObject({ code: 'invalid_input' });
    }
    expect(await refusalOf(addListEntry({ ...owner, phoneHash: undefined }, given))).toMatchObject({
      code: 'unavailable',
    });
    expect(await entriesOf(office)).toEqual([]);
  });

  it('more phones than the lists may have, also when two are added at once; those that ended make room', async () => {
    const office = await twoAdmins();
    const { applicationId, environment } = office.as('owner').tenant;
    await office.rows.prisma.$executeRaw`
      INSERT INTO guard_list_entries (id, application_id, environment, list, phone_hash, key_id, reason, created_by, created_at)
      SELECT gen_random_uuid(), ${applicationId}::uuid, ${environment}::"Environment", 'block', n::text, 'key', 'x', 'x', now()
      FROM generate_series(1, 9999) n`;
    const add = (each: string) => refusalOf(addListEntry(ownerOf(office), { phone: each, list: block, reason: 'x' }));
    const refusals = await Promise.all(['0712345670', '0712345671'].map(add));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(await office.rows.prisma.guardListEntry.count({ where: { applicationId } })).toBe(10_000);
    await office.rows.prisma.guardListEntry.updateMany({
      where: { applicationId, phoneHash: { in: ['1', '2'] } },
      data: { until: office.clock.now() },
    });
    expect(await add('0712345672')).toBeUndefined();
    expect(await office.rows.prisma.guardListEntry.count({ where: { applicationId } })).toBe(9_999);
  });
});

describe('a file of phones to block', () => {
  const csv = (...lines: string[]) => ({ csv: `phone,list,until,reason\n${lines.join('\n')}\n` });

  it('is previewed without a write, imported as a whole, and never shortens a block', async () => {
    const office = await twoAdmins();
    const admin = adminOf(office);
    await addListEntry(admin, { phone: '0712345670', list: block, reason: 'for ever' });
    await addListEntry(admin, { phone: '0712345671', list: block, until: inDays(office, 1), reason: 'a day' });
    const file = csv('0712345670,block,2090-01-01,x', '0712345671,block,,x', '0712345672,block,,x');
    const counts = { added: 1, extended: 1, unchanged: 1 };
    expect(await previewListFile(admin, file)).toEqual({ ...counts, problems: [], problemCount: 0 });
    expect(await entriesOf(office)).toHaveLength(2);
    office.clock.advance(1);
    expect(await importListFile(admin, file)).toEqual(counts);
    expect((await entriesOf(office)).map(({ until }) => until)).toEqual([null, null, null]);
    expect((await auditOf(office)).at(-1)).toMatchObject({ action: 'guard_entry.imported', added: 1, extended: 1 });
    expect(await importListFile(admin, file)).toEqual({ added: 0, extended: 0, unchanged: 3 });
  });

  it('is refused as a whole while a row has a problem', async () => {
    const office = await twoAdmins();
    const file = csv('0712345670,block,,x', '0712345671,allow,,x');
    expect(await previewListFile(adminOf(office), file)).toMatchObject({
      added: 1,
      problemCount: 1,
      problems: [{ row: 3, why: { name: 'rowAllows' } }],
    });
    expect(await refusalOf(importListFile(adminOf(office), file))).toMatchObject({ code: 'invalid_input' });
    expect(await entriesOf(office)).toEqual([]);
  });
});
