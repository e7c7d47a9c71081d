import type { Database, Environment, Prisma, ReviewReason, Role } from '@tillgate/db';
import { testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { authorityOf } from '../organizations/index.ts';
import { insertPayment } from '../payments/payments.fixture.ts';
import { openReviewOf, openReviewOfCallback } from '../reviews/index.ts';
import {
  movableClock,
  type ScriptedUpstream,
  type SeededMerchant,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';

/** A person with the rights of the dashboard's database role; `rows` has access to all rows, for setup and assertions. */
export type Person = TenantContext & TestContext & { rows: Database };
export type Desk = {
  merchant: SeededMerchant;
  as(role: Role, environment?: Environment, nth?: number): Person;
  worker: TestContext & ScriptedUpstream;
  /** Has the rights of the API's database role. */
  api: TestContext;
  clock: TestContext['clock'];
};

/** A token of a hook. */
export const token = () => crypto.randomUUID().replaceAll('-', '').repeat(2);
const stuckSeconds = 30 * 3_600;
let made = 0;
const unique = () => {
  made += 1;
  return String(made).padStart(6, '0');
};

/** Opens a database for a test file, and closes it after the last test. Returns what makes organizations on it. */
export function useDesks(): (roles?: Role[]) => Promise<Desk> {
  let test: Awaited<ReturnType<typeof testDatabase>>;
  let base: TestContext;
  beforeAll(async () => {
    test = await testDatabase();
    base = await testContext(test.database);
  });
  afterAll(() => test?.close());
  return async (roles = ['finance', 'finance', 'support', 'developer']) => {
    const ctx = withOwnSignals({ ...base, clock: movableClock() });
    let draft = seed(ctx).owner().application().credentials('sandbox').credentials('production');
    for (const role of roles) draft = draft.member(role);
    const merchant = await draft.mint();
    const people = [{ ...merchant.owner, role: 'owner' as Role }, ...merchant.members];
    for (const environment of ['sandbox', 'production'] as const) await subscribeToAll(merchant.as(environment));
    return {
      merchant,
      as(role, environment = 'sandbox', nth = 0) {
        const person = people.filter((someone) => someone.role === role)[nth];
        if (!person) throw new Error(`no such ${role}`);
        const actor = `user:${person.userId}` as const;
        return {
          ...merchant.as(environment),
          db: test.databaseAs('web'),
          rows: test.database,
          actor,
          authority: authorityOf(role),
        };
      },
      worker: { ...ctx, ...scriptedUpstream(ctx), db: test.databaseAs('worker') },
      api: { ...ctx, db: test.databaseAs('api') },
      clock: ctx.clock,
    };
  };
}

/** A prompt of yesterday without an outcome. */
export function stuckPayment(ctx: Person, changes: Partial<Prisma.PaymentUncheckedCreateInput> = {}): Promise<string> {
  const createdAt = new Date(ctx.clock.now().getTime() - stuckSeconds * 1000);
  return insertPayment(
    { ...ctx, db: ctx.rows },
    {
      source: 'stk',
      status: 'pending',
      amount: 500,
      requestedAmount: 500,
      checkoutRequestId: `ws_CO_${unique()}`,
      callbackToken: token(),
      createdAt,
      nextQueryAt: null,
      ...changes,
    },
  );
}

/** A payout of yesterday without an outcome. */
export async function stuckPayout(
  ctx: Person,
  changes: Partial<Prisma.DisbursementUncheckedCreateInput> = {},
): Promise<string> {
  const createdAt = new Date(ctx.clock.now().getTime() - stuckSeconds * 1000);
  const data = {
    id: crypto.randomUUID(),
    ...ctx.tenant,
    kind: 'payout' as const,
    status: 'pending' as const,
    amount: 700,
    phone: '254712345678',
    commandId: 'BusinessPayment',
    remarks: '',
    shortcode: '174379',
    callbackToken: token(),
    originatorConversationId: crypto.randomUUID(),
    createdAt,
    nextInquiryAt: null,
    ...(changes.status && changes.status !== 'pending' && { settledAt: createdAt, settledBy: 'result' as const }),
    ...changes,
  };
  await ctx.rows.prisma.disbursement.create({ data });
  return data.id;
}

/** Opens a review, and returns its id. */
export async function review(
  ctx: Person,
  kind: 'payment' | 'disbursement',
  id: string,
  reason: ReviewReason = 'outcome_unknown',
  detail: object = {},
): Promise<string> {
  await openReviewOf(ctx.rows.pool, { kind, id }, { reason, detail }, ctx.clock.now());
  return (await ctx.rows.prisma.review.findFirstOrThrow({ where: { subjectId: id, reason, status: 'open' } })).id;
}

/** An unmatched callback on the tenant's hook for offline payments, with its review. */
export async function strayCallback(
  ctx: Person,
  { reason = 'confirmation_undecided' as ReviewReason, detail = {}, body = '{"TransID":"TKX0000001"}' } = {},
): Promise<{ callbackId: string; reviewId: string; registrationId: string }> {
  const [callbackId, registrationId] = [crypto.randomUUID(), crypto.randomUUID()];
  const now = ctx.clock.now();
  await ctx.rows.prisma.c2bRegistration.create({
    data: { id: registrationId, ...ctx.tenant, shortcode: unique(), hookToken: token(), createdAt: now },
  });
  await ctx.rows.prisma.providerCallback.create({
    data: {
      id: callbackId,
      kind: 'c2b_confirmation',
      subjectId: registrationId,
      subjectKind: 'c2b_registration',
      applicationId: ctx.tenant.applicationId,
      state: 'unmatched',
      bodyHash: unique().padStart(64, '0'),
      body: Buffer.from(body),
      remoteIp: '127.0.0.1',
      receivedAt: now,
    },
  });
  await openReviewOfCallback(ctx.rows.pool, { ...ctx.tenant, id: callbackId }, { reason, detail }, now);
  const { id } = await ctx.rows.prisma.review.findFirstOrThrow({ where: { subjectId: callbackId } });
  return { callbackId, reviewId: id, registrationId };
}

export const openReviewsOf = async (ctx: Person, subjectId: string) =>
  (await ctx.rows.prisma.review.findMany({ where: { subjectId, status: 'open' } })).map(({ reason }) => reason);

/** The bodies of the events about a row, oldest first. */
export const eventsAbout = async (ctx: Person, subjectId: string) =>
  (await ctx.rows.prisma.webhookEvent.findMany({ where: { subjectId }, orderBy: { createdAt: 'asc' } })).map(
    ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
  );

export const auditAbout = (ctx: Person, subjectId: string) =>
  ctx.rows.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { createdAt: 'asc' } });

/** The refusal of a verb as plain data; undefined without one. */
export const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) =>
      error instanceof DomainError ? { code: error.code, detail: error.message, ...error.extras } : error,
  );
