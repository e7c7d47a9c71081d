import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll } from 'vitest';
import { applyCallback } from '../callbacks/index.ts';
import { createTurns, fingerprintOf } from '../idempotency/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AsyncResult } from '../ports/provider.ts';
import {
  resultCallback,
  type ScriptedShop as Shop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';

export type { ScriptedShop as Shop } from '../testing/index.ts';

type ResultOf = Partial<AsyncResult> & Pick<AsyncResult, 'resultCode'>;

/** A database for one test file, and merchants in it. */
export async function moneyOutWorld() {
  const test: TestDatabase = await testDatabase();
  const base = await testContext(test.database);
  return {
    close: () => test.close(),
    /**
     * A merchant with an initiator, a webhook endpoint for everything, and a provider that the test
     * scripts.
     */
    async shop(credentials: object = { initiatorName: 'api', initiatorPassword: 'S3cret#' }): Promise<Shop> {
      const ctx = withOwnSignals(base);
      const merchant = await seed(ctx).owner().application().credentials('sandbox', credentials).mint();
      const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(ctx) };
      await subscribeToAll(shop);
      return shop;
    },
  };
}

/** Opens the world for a test file, and closes it after the last test. Returns what makes merchants on it. */
export function useShops(): (credentials?: object) => Promise<Shop> {
  let world: Awaited<ReturnType<typeof moneyOutWorld>>;
  beforeAll(async () => {
    world = await moneyOutWorld();
  });
  afterAll(() => world.close());
  return (credentials) => world.shop(credentials);
}

/** The same merchant as another process sees it: nothing in memory is shared. */
export const elsewhere = (ctx: Shop): Shop => ({ ...ctx, turns: createTurns() });

/** The same merchant `seconds` after the beginning. */
export const later = (ctx: Shop, seconds: number): Shop => ({
  ...ctx,
  clock: { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() + seconds * 1000) },
});

export const under = (key: string, body: Record<string, unknown>) => ({ key, fingerprint: fingerprintOf(body) });

/** The refusal of a verb as plain data; undefined without one. */
export const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? { code: error.code, ...error.extras } : error),
  );

export const rowOf = (ctx: Shop, id: string) => ctx.db.prisma.disbursement.findUniqueOrThrow({ where: { id } });
export const rowsOf = (ctx: Shop) =>
  ctx.db.prisma.disbursement.findMany({
    where: { applicationId: ctx.tenant.applicationId },
    orderBy: { createdAt: 'asc' },
  });
export const onlyRowOf = (ctx: Shop) =>
  ctx.db.prisma.disbursement.findFirstOrThrow({ where: { applicationId: ctx.tenant.applicationId } });
export const inquiriesOf = (ctx: Shop) =>
  ctx.db.prisma.inquiry.findMany({
    where: { applicationId: ctx.tenant.applicationId },
    orderBy: { id: 'asc' },
  });

/** The reviews of a row. */
export const reviewsOf = (ctx: Shop, subjectId: string) =>
  ctx.db.prisma.review.findMany({
    where: { subjectId, status: 'open' },
    orderBy: { reason: 'asc' },
    select: { reason: true, detail: true },
  });

/** The webhooks that were queued about a row, oldest first. */
export const webhooksOf = async (ctx: Shop, subjectId: string) =>
  (
    await ctx.db.prisma.webhookDelivery.findMany({
      where: { event: { subjectId } },
      orderBy: { createdAt: 'asc' },
      include: { event: true },
    })
  ).map(({ event }) => ({ eventType: event.type, body: JSON.parse(event.body) }));

/** The audit entries of a row, without the request itself. */
export const auditOf = async (ctx: Shop, subjectId: string) =>
  (await ctx.db.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { createdAt: 'asc' } })).filter(
    ({ action }) => action !== 'disbursement.requested',
  );

async function tokenOf(ctx: Shop, id: string): Promise<string> {
  const where = { id };
  const select = { callbackToken: true };
  const row =
    (await ctx.db.prisma.disbursement.findUnique({ where, select })) ??
    (await ctx.db.prisma.inquiry.findUniqueOrThrow({ where, select }));
  return row.callbackToken;
}

/** Posts a result (or that the queue timed out) to a row's hook and applies it. Returns the state of the callback. */
export async function post(ctx: Shop, id: string, what: ResultOf | 'queue_timeout') {
  const kind = what === 'queue_timeout' ? ('queue_timeout' as const) : ('result' as const);
  const body = Buffer.from(what === 'queue_timeout' ? '{"Initiator":"api"}' : resultCallback(what));
  await receiveCallback(ctx, { kind, token: await tokenOf(ctx, id), body, remoteIp: '127.0.0.1' });
  const known = { subjectId: id, kind };
  const stored = await ctx.db.prisma.providerCallback.findFirstOrThrow({ where: known, orderBy: { id: 'desc' } });
  await applyCallback(ctx, stored.id);
  const { state, error } = await ctx.db.prisma.providerCallback.findUniqueOrThrow({ where: { id: stored.id } });
  return { state, error };
}
