import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { getProviderAccount } from '@tillgate/domain/applications';
import { webhookUrlJudge } from '@tillgate/domain/endpoints';
import { authenticateKey } from '@tillgate/domain/keys';
import { authorityOf } from '@tillgate/domain/organizations';
import { listMembers } from '@tillgate/domain/reading/members';
import { getOrder } from '@tillgate/domain/reading/orders';
import { browseRequests } from '@tillgate/domain/reading/requests';
import { listRecipients, readSavedPayee } from '@tillgate/domain/recipients';
import { importStatement } from '@tillgate/domain/reconciliation';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { collectedEverywhere, testContext } from '@tillgate/domain/testing';
import { authenticateUser } from '@tillgate/domain/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tillgate } from '../testing.ts';
import { sandboxAccount } from './merchant.ts';
import { faults } from './payroll-plan.ts';
import { perDayAverage } from './plan.ts';
import { seedDemo } from './seed-demo.ts';
import { demoStatement } from './statement.ts';
import { csvFile, statementTable } from './statement-file.ts';
import { deviations } from './statement-plan.ts';
import { removeUnfinished, unfinishedName } from './unfinished.ts';

const receiverUrl = 'http://localhost:4003/webhooks';
const bare = { history: false, receiverUrl };
/** TILLGATE_LONG_TESTS=1 makes as many payments as the product does. */
const perDay = process.env.TILLGATE_LONG_TESTS ? perDayAverage : 14;
const full = { history: true, perDay, receiverUrl };

let test: TestDatabase;
beforeEach(async () => {
  test = await testDatabase();
});
afterEach(() => test.close());

async function operator() {
  const ctx = await testContext(test.database, { clock: { now: () => new Date(), advance() {}, set() {} } });
  return { ...ctx, judgeWebhookUrl: webhookUrlJudge(['localhost']) };
}

describe('the demo merchant', () => {
  it('has people of five roles, a sandbox key, and credentials that the simulator takes', async () => {
    const ctx = await operator();
    const { people, password, applicationId, key } = await seedDemo(ctx, bare);
    expect(people.map(({ role }) => role)).toEqual(['owner', 'admin', 'finance', 'developer', 'support']);
    for (const { email } of people) expect(await authenticateUser(ctx, { email, password })).toMatchObject({ email });
    expect(await authenticateKey(ctx, key)).toMatchObject({ applicationId, environment: 'sandbox' });
    expect(await getProviderAccount(ctx, { applicationId, environment: 'sandbox' })).toMatchObject({
      product: 'paybill',
      shortcode: '174379',
      passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    });
    expect(await ctx.db.prisma.payment.count()).toBe(0);
  });

  it('has another password at each place where it is made', async () => {
    const ctx = await operator();
    const [one, other] = [await seedDemo(ctx, bare), await seedDemo(ctx, bare)];
    expect(one.password).not.toBe(other.password);
    expect(one.people[0]?.email).not.toBe(other.people[0]?.email);
  });

  it('is made by the command once, and never beside other applications', async () => {
    const { publicKey: SEAL_PUBLIC_KEY } = await generateSealKeys();
    const env = { DATABASE_URL: test.url, SEAL_PUBLIC_KEY, WEBHOOK_ALLOWED_PRIVATE_HOSTS: 'localhost:4003' };
    const first = await tillgate(['demo', 'seed', '--no-history', '--json'], env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({
      seeded: true,
      password: expect.any(String),
      portals: [
        {
          rail: 'airtel',
          clientId: 'demo-client',
          callbackKey: 'demo-callback-key',
          hookToken: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
      people: expect.arrayContaining([{ email: 'demo@tillgate.test', role: 'owner' }]),
      applicationId: expect.any(String),
      key: expect.stringMatching(/^mp_test_/),
    });
    const again = await tillgate(['demo', 'seed', '--json'], env);
    expect(JSON.parse(again.stdout)).toEqual({ seeded: false });
  });
});

const codesIn = (...notes: unknown[]) => notes.flatMap((list) => (list as { code: string }[]).map(({ code }) => code));

/** Each part of the product says the same sum of each day, to the cent. */
async function saysTheSameEverywhere(ctx: Awaited<ReturnType<typeof operator>>, applicationId: string): Promise<void> {
  const owner = await ctx.db.prisma.membership.findFirstOrThrow({ where: { role: 'owner' } });
  const tenant = { applicationId, environment: 'sandbox' } as const;
  const who = { ...ctx, tenant, actor: `user:${owner.userId}` as const, authority: authorityOf('owner') };
  const { home, close, ...others } = await collectedEverywhere(
    who,
    { ...ctx, dashboardUrl: 'http://localhost:3000' },
    60,
  );
  const { list } = others;
  expect(Object.values(list).filter((cents) => cents > 0).length).toBeGreaterThan(50);
  expect(others).toEqual({ list, report: list, file: list });
  expect(Object.keys(home)).toHaveLength(30);
  expect({ ...list, ...close, ...home }).toEqual(list);
  await ctx.db.prisma.export.deleteMany();
}

/** The statement of the last week has the exceptions that were planted, and no other ones. */
async function importsItsStatement(ctx: Awaited<ReturnType<typeof operator>>, applicationId: string) {
  const tenant = { applicationId, environment: 'sandbox' as const };
  const { shortcode } = sandboxAccount;
  const { head, rows, planted } = await demoStatement(ctx, { ...tenant, shortcode, days: 7, seed: 1 });
  const file = csvFile(statementTable(head, rows));
  await importStatement({ ...ctx, tenant }, { shortcode, fileName: 'statement.csv', file });
  const reviews = await ctx.db.prisma.review.findMany({
    where: { applicationId, reason: { in: [...deviations] } },
    select: { reason: true, detail: true },
  });
  const found = reviews.map(({ reason, detail }) => ({ reason, receipt: (detail as { receipt: string }).receipt }));
  expect(found).toHaveLength(planted.length);
  expect(found).toEqual(expect.arrayContaining(planted));
}

/** The list has a second page, and a way back from it. */
async function turnsPagesOfRequests(ctx: Awaited<ReturnType<typeof operator>>, applicationId: string) {
  const as = { ...ctx, tenant: { applicationId, environment: 'sandbox' as const } };
  const first = await browseRequests(as, {});
  const second = await browseRequests(as, { before: first.older ?? undefined });
  expect(second.rows).toHaveLength(50);
  expect((await browseRequests(as, { after: second.newer ?? undefined })).rows).toEqual(first.rows);
}

type Ctx = Awaited<ReturnType<typeof operator>>;

/** What waits, as the owner sees it. */
async function waitsForASecondPerson(ctx: Ctx, applicationId: string) {
  const { prisma } = ctx.db;
  const owner = await prisma.user.findUniqueOrThrow({ where: { email: 'demo@tillgate.test' } });
  const { organizationId } = await prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
  const as = { ...ctx, actor: `user:${owner.id}`, authority: authorityOf('owner'), userId: owner.id };
  const sandbox = { ...as, tenant: { applicationId, environment: 'sandbox' as const } };
  const production = { ...as, tenant: { applicationId, environment: 'production' as const } };

  const members = await listMembers(as, { organizationId });
  expect(members.filter(({ newUntil }) => newUntil !== null)).toMatchObject([
    { email: 'assistant@tillgate.test', role: 'finance', isConfirmable: true },
  ]);

  const waiting = await prisma.order.findMany({ where: { applicationId, status: 'awaiting_approval' } });
  const waitingOf = (kind: string) => waiting.filter((order) => order.kind === kind);
  const keys = await prisma.apiKey.findMany({ where: { applicationId, environment: 'production' } });
  expect(keys).toMatchObject([{ name: 'Payroll', isHeld: true, revokedAt: null }]);
  const [grant] = waitingOf('key_grant');
  expect(await getOrder(production, { orderId: grant?.id ?? '' })).toMatchObject({
    mayDecide: true,
    obstacle: null,
  });
  expect(grant).toMatchObject({ environment: 'production', resourceId: keys[0]?.id });

  const saved = await listRecipients(sandbox);
  const changed = saved.filter((recipient) => recipient.changed !== null);
  expect(saved.length).toBeGreaterThan(changed.length);
  expect(changed).toMatchObject([{ changed: { by: 'Otieno Odhiambo' } }]);
  expect(waitingOf('payout').map(({ recipient }) => readSavedPayee(recipient)?.previousPhone ?? null)).toEqual(
    expect.arrayContaining([changed[0]?.changed?.from, null]),
  );

  const [notMoney] = waitingOf('not_money');
  expect(notMoney).toMatchObject({ environment: 'sandbox', amount: 86_000 });
  const held = await prisma.heldConfirmation.findMany({ where: { applicationId } });
  expect(held).toMatchObject([{ callbackId: notMoney?.resourceId, amount: 86_000 }]);

  const reviews = await prisma.review.findMany({
    where: { applicationId, status: 'open' },
    orderBy: { openedAt: 'asc' },
  });
  const subjects = reviews.map(({ environment, reason, subjectKind }) => ({ environment, reason, subjectKind }));
  const unverified = { environment: 'sandbox', reason: 'confirmation_unverified', subjectKind: 'callback' };
  const refused = { environment: 'production', reason: 'callbacks_refused', subjectKind: 'refused_callbacks' };
  expect(subjects).toEqual(expect.arrayContaining([unverified, refused]));
  const ofHeld = reviews.find(({ reason }) => reason === 'confirmation_unverified');
  expect(await getOrder(sandbox, { orderId: notMoney?.id ?? '' })).toMatchObject({ reviewId: ofHeld?.id });
  const counts = await prisma.refusedCallbacks.findMany({ where: { applicationId }, orderBy: { count: 'asc' } });
  expect(counts).toMatchObject([{ count: 1 }, { address: '203.0.113.77', count: 14 }]);

  // Nothing can be sent in production.
  expect(await prisma.providerCredential.count({ where: { environment: 'production' } })).toBe(0);
}

/** The whole history can be removed while it has the name of one that was interrupted. */
async function leavesNothingBehind(ctx: Ctx, applicationId: string) {
  const { prisma } = ctx.db;
  const { organizationId: id } = await prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
  // The test has imported it; an interrupted attempt has not.
  await prisma.statementLine.deleteMany({});
  await prisma.statement.deleteMany({});
  await prisma.organization.update({ where: { id }, data: { name: unfinishedName } });
  expect(await removeUnfinished(ctx.db)).toBe(true);
  expect([await prisma.user.count(), await prisma.organization.count(), await prisma.review.count()]).toEqual([
    0, 0, 0,
  ]);
}

describe('the history of the demo merchant', () => {
  it('is two months of everything, counted, and made anew when it was cut short', async () => {
    const ctx = await operator();
    const { prisma } = ctx.db;
    let endpoints = 0;
    const cutShort: typeof ctx.judgeWebhookUrl = (url, environment) => {
      endpoints += 1;
      if (endpoints === 2) throw new Error('killed in the middle');
      return ctx.judgeWebhookUrl(url, environment);
    };
    await expect(seedDemo({ ...ctx, judgeWebhookUrl: cutShort }, full)).rejects.toThrow('killed');
    expect(await prisma.organization.findMany({ select: { name: true } })).toEqual([{ name: unfinishedName }]);
    expect(await prisma.payment.count()).toBeGreaterThan(100);

    const { applicationId, people } = await seedDemo(ctx, full);
    expect(people[0]?.email).toBe('demo@tillgate.test');
    expect(await prisma.application.findMany({ select: { id: true, name: true } })).toEqual([
      { id: applicationId, name: 'Demo Shop' },
    ]);
    const payments = await prisma.payment.groupBy({ by: ['source', 'status'], _count: true });
    expect(payments.reduce((sum, { _count }) => sum + _count, 0)).toBeGreaterThan(50 * perDay);
    expect(payments.map(({ source, status }) => `${source} ${status}`).sort()).toEqual(
      expect.arrayContaining(['c2b success', 'stk failed', 'stk success']),
    );
    const batches = await prisma.payoutBatch.findMany({ orderBy: { createdAt: 'asc' }, include: { rows: true } });
    expect(batches.map(({ status, rows }) => [status, rows.length])).toEqual([
      ['ended', 8],
      ['draft', 12],
    ]);
    const said = new Set(batches[1]?.rows.flatMap(({ problems, warnings }) => codesIn(problems, warnings)));
    expect(faults.filter(({ code }) => !said.has(code))).toEqual([]);
    const failures = await prisma.payment.groupBy({ by: ['resultCode'], where: { status: 'failed' } });
    expect(failures.length).toBeGreaterThan(8);
    const [first] = await prisma.payment.findMany({ orderBy: { createdAt: 'asc' }, take: 1 });
    expect(Date.now() - Number(first?.createdAt)).toBeGreaterThan(58 * 86_400_000);
    const counted = await prisma.rollup.aggregate({
      where: { basis: 'made', kind: 'payment' },
      _sum: { count: true },
    });
    expect(Number(counted._sum.count)).toBe(await prisma.payment.count());
    // The one that a second person has to decide about.
    expect(await prisma.providerCallback.count({ where: { state: { not: 'applied' } } })).toBe(1);
    for (const status of ['delivered', 'exhausted', 'cancelled'] as const) {
      expect(await prisma.webhookDelivery.count({ where: { status } })).toBeGreaterThan(0);
    }
    expect(
      await prisma.webhookDelivery.count({ where: { attemptCount: { gt: 1 }, status: 'delivered' } }),
    ).toBeGreaterThan(5);
    const orders = await prisma.order.groupBy({ by: ['status'], _count: true });
    expect(orders.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['awaiting_approval', 'executed', 'rejected']),
    );
    for (const kind of ['payout', 'reversal'] as const) {
      expect(await prisma.disbursement.count({ where: { kind, status: 'success' } })).toBeGreaterThan(5);
    }
    expect(await prisma.inquiry.count({ where: { kind: 'account_balance', status: 'answered' } })).toBeGreaterThan(50);
    expect(await prisma.apiRequest.count()).toBeGreaterThan(10 * perDay);
    expect(await prisma.mail.count({ where: { status: 'due' } })).toBe(0);
    await saysTheSameEverywhere(ctx, applicationId);
    await turnsPagesOfRequests(ctx, applicationId);
    await importsItsStatement(ctx, applicationId);
    await waitsForASecondPerson(ctx, applicationId);
    await leavesNothingBehind(ctx, applicationId);
  });
});
