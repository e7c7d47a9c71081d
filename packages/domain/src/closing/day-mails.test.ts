import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { resumeOrganization, suspendOrganization } from '../organizations/index.ts';
import { recordPayment } from '../reconciliation/reconciliation.fixture.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { recordRefund } from './closing.fixture.ts';
import { dayReadersMax } from './day-mail.ts';
import { getDayMail, setDayMail, signOffDay, stopDayMail, sweepDayMails, sweepDays } from './index.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
const goTo = (time: string) => ctx.clock.set(new Date(time));
// 11:00 in Nairobi.
beforeEach(async () => {
  goTo('2026-11-20T08:00:00Z');
  await test.database.prisma.dayMail.deleteMany();
});
afterAll(() => test.close());

const dashboardUrl = 'https://pay.example';
const sweep = () => sweepDayMails({ ...ctx, dashboardUrl });

async function merchant() {
  const shop = await seed(ctx).owner().application().credentials('sandbox').member('finance').member('support').mint();
  const memberOf = (role: string) => {
    const member = shop.members.find((one) => one.role === role);
    if (!member) throw new Error(`There is no ${role}.`);
    return member;
  };
  const [finance, support] = [memberOf('finance'), memberOf('support')];
  const mine: TenantContext = { ...shop.as('sandbox'), actor: `user:${finance.userId}` };
  const { shortcode } = await shop.providerAccount('sandbox');
  return { shop, mine, shortcode, finance, support, owner: shop.owner };
}

const mailsOf = ({ tenant }: TenantContext) =>
  test.database.prisma.mail.findMany({
    where: { dedupeKey: { startsWith: `day:${tenant.applicationId}:` } },
    orderBy: { id: 'asc' },
  });
const daysOf = async (mine: TenantContext) =>
  (await mailsOf(mine)).map(({ subject }) => /Close of day (\S+),/.exec(subject)?.[1]);
const auditOf = ({ tenant }: TenantContext) =>
  test.database.prisma.auditEntry.findMany({
    where: { applicationId: tenant.applicationId, action: { startsWith: 'day_mail.' } },
    orderBy: { id: 'asc' },
    select: { actor: true, action: true, detail: true },
  });

describe('a setting', () => {
  it('is made, changed and stopped, each with its audit entry', async () => {
    const { mine, finance, owner } = await merchant();
    expect((await getDayMail(mine)).setting).toBeNull();
    expect(await setDayMail(mine, { hour: 7, userIds: [finance.userId] })).toEqual({
      nextAt: '2026-11-21T04:00:00.000Z',
    });
    ctx.clock.advance(1);
    const userIds = [finance.userId, owner.userId];
    for (const _ of [1, 2]) {
      expect(await setDayMail(mine, { hour: 9, userIds })).toEqual({ nextAt: '2026-11-21T06:00:00.000Z' });
    }
    ctx.clock.advance(1);
    const { setting, members } = await getDayMail(mine);
    expect(setting).toMatchObject({ hour: 9, userIds, nextAt: '2026-11-21T06:00:00.000Z', setBy: { kind: 'person' } });
    expect(members.map(({ userId }) => userId).sort()).toEqual([...userIds].sort());
    expect(await stopDayMail(mine)).toEqual({ stopped: true });
    await expect(stopDayMail(mine)).rejects.toMatchObject({ code: 'not_found' });
    const { actor } = mine;
    expect(await auditOf(mine)).toEqual([
      { actor, action: 'day_mail.set', detail: { environment: 'sandbox', hour: 7, userIds: [finance.userId] } },
      { actor, action: 'day_mail.set', detail: { environment: 'sandbox', hour: 9, userIds } },
      { actor, action: 'day_mail.stopped', detail: { environment: 'sandbox', hour: 9 } },
    ]);
  });

  it.each([
    ['at no hour', { hour: 24 }, 'hour'],
    ['at half an hour', { hour: 7.5 }, 'hour'],
    ['for nobody', { userIds: [] }, 'userIds'],
    ['for too many', { userIds: Array.from({ length: dayReadersMax + 1 }, () => crypto.randomUUID()) }, 'userIds'],
    ['for a stranger', { userIds: [crypto.randomUUID()] }, 'userIds'],
  ])('%s is refused', async (_, wrong, path) => {
    const { mine, finance } = await merchant();
    await expect(setDayMail(mine, { hour: 7, userIds: [finance.userId], ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path }] },
    });
  });

  it('names members who may see the figures: not support, nobody twice, nobody who is disabled', async () => {
    const { mine, finance, support, owner } = await merchant();
    await test.database.prisma.user.update({ where: { id: owner.userId }, data: { disabledAt: ctx.clock.now() } });
    for (const other of [support.userId, owner.userId, finance.userId]) {
      const input = { hour: 7, userIds: [finance.userId, other] };
      await expect(setDayMail(mine, input)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect((await getDayMail(mine)).members).toMatchObject([{ userId: finance.userId, email: finance.email }]);
  });

  it('is of one application and environment, and works with the rights of the dashboard alone', async () => {
    const { mine, finance } = await merchant();
    const web = { ...mine, db: test.databaseAs('web') };
    await setDayMail(web, { hour: 7, userIds: [finance.userId] });
    const production = { ...web, tenant: { ...mine.tenant, environment: 'production' as const } };
    expect((await getDayMail(production)).setting).toBeNull();
    expect((await getDayMail((await merchant()).mine)).setting).toBeNull();
    await expect(stopDayMail(production)).rejects.toMatchObject({ code: 'not_found' });
    expect(await stopDayMail(web)).toEqual({ stopped: true });
  });
});

describe('at its hour', () => {
  it('each member gets the day before once, with its PDF, however many workers', async () => {
    const { mine, shortcode, finance, owner } = await merchant();
    const paymentId = await recordPayment(mine, { shortcode, amount: 600, exactAmount: '600.50' });
    await recordRefund(mine, { shortcode, amount: 100, paymentId });
    await setDayMail(mine, { hour: 7, userIds: [finance.userId, owner.userId] });
    goTo('2026-11-21T03:59:59Z');
    expect(await sweep()).toBe(0);
    goTo('2026-11-21T04:00:00Z');
    const workers = Array.from({ length: 6 }, () => ({ ...ctx, db: test.databaseAs('worker'), dashboardUrl }));
    const mailed = await Promise.all(workers.map((worker) => sweepDayMails(worker)));
    expect(mailed.reduce((sum, count) => sum + count, 0)).toBe(1);
    await sweep();
    const mails = await mailsOf(mine);
    expect(mails.map(({ to }) => to).sort()).toEqual([finance.email, owner.email].sort());
    const [mail] = mails;
    const { name } = await test.database.prisma.application.findUniqueOrThrow({
      where: { id: mine.tenant.applicationId },
    });
    expect(mail?.subject).toBe(`Close of day 2026-11-20, ${name} (sandbox): net KES 500.50`);
    for (const line of [
      'Collected: KES 600.50 in 1 payment',
      'Refunded: KES 100.00 in 1 refund',
      'Net: KES 500.50',
      'Paid out: KES 0.00 in 0 payouts',
      'Open items: 0',
      'Signed off: not yet',
      `${dashboardUrl}/a/${mine.tenant.applicationId}/sandbox/days/2026-11-20`,
      'Figures as of 21 Nov 2026, 07:00 EAT.',
    ]) {
      expect(mail?.text).toContain(line);
    }
    expect(mail).toMatchObject({
      attachmentName: 'tillgate-day-2026-11-20-sandbox.pdf',
      attachmentType: 'application/pdf',
    });
    const pdf = await getDocumentProxy(Uint8Array.from(mail?.attachment ?? []));
    expect((await extractText(pdf, { mergePages: true })).text).toContain('KES 500.50');
    expect((await getDayMail(mine)).setting).toMatchObject({ nextAt: '2026-11-22T04:00:00.000Z' });
  });

  it('says who signed the day off, and that it changed since', async () => {
    const { mine, shortcode, finance } = await merchant();
    await setDayMail(mine, { hour: 12, userIds: [finance.userId] });
    goTo('2026-11-21T08:00:00Z');
    await signOffDay(mine, { day: '2026-11-20' });
    await recordPayment(mine, { shortcode, amount: 70 });
    goTo('2026-11-21T09:00:00Z');
    await sweep();
    const { name } = await test.database.prisma.user.findUniqueOrThrow({ where: { id: finance.userId } });
    expect((await mailsOf(mine)).at(-1)?.text).toContain(
      `Signed off: ${name ?? finance.email}, 21 Nov 2026, 11:00 EAT\nThis day changed after it was signed off.`,
    );
  });

  it('a worker that dies before its commit leaves the mails to the next one', async () => {
    const { mine, finance } = await merchant();
    await setDayMail(mine, { hour: 7, userIds: [finance.userId] });
    goTo('2026-11-21T04:00:00Z');
    await test.database.prisma.$executeRawUnsafe(
      `ALTER TABLE mails ADD CONSTRAINT no_mails CHECK (dedupe_key NOT LIKE 'day:%') NOT VALID`,
    );
    expect(await sweep()).toBe(0);
    await test.database.prisma.$executeRawUnsafe('ALTER TABLE mails DROP CONSTRAINT no_mails');
    expect(await mailsOf(mine)).toEqual([]);
    expect(await sweep()).toBe(1);
    expect(await daysOf(mine)).toEqual(['2026-11-20']);
  });

  it('each day that an outage has missed gets its own mail, at most the last seven, in order', async () => {
    const { mine, finance } = await merchant();
    const { mine: other, finance: reader } = await merchant();
    await setDayMail(mine, { hour: 7, userIds: [finance.userId] });
    goTo('2026-11-30T03:00:00Z');
    await setDayMail(other, { hour: 7, userIds: [reader.userId] });
    goTo('2026-12-02T12:00:00Z');
    await Promise.all([1, 2, 3].map(sweep));
    expect(await daysOf(mine)).toEqual([
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
    ]);
    expect(await daysOf(other)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
  });

  it('no day is left out or mailed twice when the hour changes or the setting is made again', async () => {
    const { mine, finance } = await merchant();
    const set = (hour: number) => setDayMail(mine, { hour, userIds: [finance.userId] });
    await set(9);
    goTo('2026-11-21T05:00:00Z');
    // Yesterday was to be emailed in an hour; two hours ago is now.
    expect(await set(6)).toEqual({ nextAt: '2026-11-21T03:00:00.000Z' });
    await sweep();
    expect(await daysOf(mine)).toEqual(['2026-11-20']);
    await set(10);
    goTo('2026-11-21T07:00:00Z');
    await sweep();
    await stopDayMail(mine);
    await set(12);
    goTo('2026-11-21T09:00:00Z');
    await sweep();
    expect(await daysOf(mine)).toEqual(['2026-11-20']);
    goTo('2026-11-22T09:00:00Z');
    await sweep();
    expect(await daysOf(mine)).toEqual(['2026-11-20', '2026-11-21']);
  });
});

describe('access ends with the person', () => {
  it('who left, was disabled or has another role gets none; with nobody left the setting ends itself', async () => {
    const { shop, mine, finance, owner } = await merchant();
    await setDayMail(mine, { hour: 7, userIds: [finance.userId, owner.userId] });
    await test.database.prisma.membership.updateMany({ where: { userId: finance.userId }, data: { role: 'support' } });
    goTo('2026-11-21T04:00:00Z');
    await sweep();
    expect((await mailsOf(mine)).map(({ to }) => to)).toEqual([owner.email]);
    expect((await getDayMail(mine)).setting?.userIds).toEqual([owner.userId]);
    await test.database.prisma.user.update({ where: { id: owner.userId }, data: { disabledAt: ctx.clock.now() } });
    await test.database.prisma.membership.deleteMany({
      where: { userId: finance.userId, organizationId: shop.organizationId },
    });
    goTo('2026-11-22T04:00:00Z');
    const workers = Array.from({ length: 4 }, () => ({ ...ctx, db: test.databaseAs('worker') }));
    await Promise.all(workers.map((worker) => sweepDayMails(worker)));
    expect(await mailsOf(mine)).toHaveLength(1);
    expect((await getDayMail(mine)).setting).toBeNull();
    expect((await auditOf(mine)).slice(1)).toEqual([
      { actor: 'system', action: 'day_mail.ended', detail: { environment: 'sandbox', hour: 7 } },
    ]);
  });

  it('a suspended organization gets none, and afterwards the days that it missed', async () => {
    const { shop, mine, finance } = await merchant();
    await setDayMail(mine, { hour: 7, userIds: [finance.userId] });
    const suspension = { organizationId: shop.organizationId, reason: 'unpaid bills' };
    await suspendOrganization({ ...ctx, actor: 'operator' }, suspension);
    goTo('2026-11-22T04:00:00Z');
    await sweep();
    expect(await mailsOf(mine)).toEqual([]);
    await resumeOrganization({ ...ctx, actor: 'operator' }, suspension);
    await sweep();
    expect(await daysOf(mine)).toEqual(['2026-11-20', '2026-11-21']);
  });
});

describe('when a signed day changes', () => {
  const changeMailsOf = ({ tenant }: TenantContext) =>
    test.database.prisma.mail.findMany({
      where: { dedupeKey: { startsWith: 'day_change:' }, text: { contains: tenant.applicationId } },
      orderBy: { id: 'asc' },
    });
  const look = () => sweepDays({ ...ctx, db: test.databaseAs('worker'), dashboardUrl });

  async function signedDay() {
    const made = await merchant();
    const { mine, finance, shortcode } = made;
    await setDayMail(mine, { hour: 7, userIds: [finance.userId] });
    const paymentId = await recordPayment(mine, { shortcode, amount: 600 });
    goTo('2026-11-21T08:00:00Z');
    await signOffDay(mine, { day: '2026-11-20' });
    const refund = (amount: number) =>
      recordRefund(mine, { shortcode, amount, paymentId, createdAt: new Date('2026-11-21T09:00:00Z') });
    return { ...made, refund };
  }

  it('members are told what, once for each signature, however many workers', async () => {
    const { mine, finance, refund } = await signedDay();
    await look();
    expect(await changeMailsOf(mine)).toEqual([]);
    await refund(100);
    goTo('2026-11-21T10:00:00Z');
    await Promise.all([1, 2, 3, 4].map(look));
    const told = await changeMailsOf(mine);
    expect(told).toMatchObject([{ to: finance.email, attachment: null }]);
    expect(told[0]?.subject).toMatch(/^Close of day 2026-11-20 changed after it was signed off, /);
    expect(told[0]?.text).toContain(
      'Refunded from these payments so far: KES 0.00 when it was signed off, KES 100.00 now',
    );
    expect(told[0]?.text).toContain(`/a/${mine.tenant.applicationId}/sandbox/days/2026-11-20`);
    await refund(200);
    await look();
    expect(await changeMailsOf(mine)).toHaveLength(1);
    await signOffDay(mine, { day: '2026-11-20' });
    await look();
    await refund(300);
    await look();
    expect(await changeMailsOf(mine)).toHaveLength(2);
  });

  it('a suspended organization is told afterwards, and nobody of what was there before the setting', async () => {
    const { shop, mine, finance, refund } = await signedDay();
    const suspension = { organizationId: shop.organizationId, reason: 'unpaid bills' };
    await suspendOrganization({ ...ctx, actor: 'operator' }, suspension);
    await refund(100);
    await look();
    expect(await changeMailsOf(mine)).toEqual([]);
    await resumeOrganization({ ...ctx, actor: 'operator' }, suspension);
    await look();
    expect(await changeMailsOf(mine)).toHaveLength(1);
    await stopDayMail(mine);
    await signOffDay(mine, { day: '2026-11-20' });
    await refund(50);
    await look();
    ctx.clock.advance(1);
    await setDayMail(mine, { hour: 8, userIds: [finance.userId] });
    await look();
    expect(await changeMailsOf(mine)).toHaveLength(1);
  });
});
