import type { ActorContext, CourierAnswer } from '@tillgate/domain';
import { attemptDelivery } from '@tillgate/domain/deliveries';
import { createEndpoint, type WithWebhookUrlJudge } from '@tillgate/domain/endpoints';
import { dayMs } from './calendar.ts';
import type { Random } from './random.ts';
import { inParallel, type Post, type World } from './world.ts';

const minuteMs = 60_000;
/** The endpoint's concurrency. More attempts at once would be refused. */
const lanes = 3;
/** Failed deliveries become due again in between, so attempts never run far ahead of them. */
const lookAheadMs = 30 * minuteMs;
/** A refused delivery tries again after this time, so that a receiver that is down for days is not called every minute. */
const turnedAwayMs = minuteMs;
const turnedAwayFromErpMs = 150 * minuteMs;
/** Days ago: when the shop's endpoint was down for an hour, and when the old system stopped responding. */
const shopOutage = { daysAgo: 21, hour: 12, hours: 1 };
export const erpGoneDaysAgo = 13.1;
export const erpDaysAgo = 34;

export type Endpoints = { shop: string; erp: string | undefined };

/** The shop's own receiver. It receives all events. */
export async function createShopEndpoint(ctx: ActorContext & WithWebhookUrlJudge, applicationId: string, url: string) {
  const about = { applicationId, environment: 'sandbox' as const, description: 'Shop backend: orders and refunds' };
  return (await createEndpoint(ctx, { ...about, url })).endpointId;
}

/** An old system that receives only successful payments. */
export async function createErpEndpoint(ctx: ActorContext & WithWebhookUrlJudge, applicationId: string) {
  const url = 'https://erp.demo-shop.example/hooks/mpesa';
  const about = { applicationId, environment: 'sandbox' as const, description: 'Old ERP', concurrency: 1 };
  return (await createEndpoint(ctx, { ...about, url, events: ['payment.success'] })).endpointId;
}

/** Makes the attempts that are due before `until`, in order of time. Later attempts stay due. */
export async function deliver(world: World, endpoints: Endpoints, until: Date): Promise<void> {
  const due = await listDue(world);
  const mine = (id: string | undefined) => due.filter((each) => each.endpointId === id);
  const [shop, erp] = [mine(endpoints.shop), mine(endpoints.erp)];
  const left = await Promise.all([work(world, endpoints, shop, until, lanes), work(world, endpoints, erp, until, 1)]);
  world.due = new Map(left.flat().map((each) => [each.deliveryId, each]));
}

/** Every delivery that is due, at the time that an earlier call has put it off to, or else when it was made. */
async function listDue({ db, due }: World): Promise<Post[]> {
  const where = { status: 'due' } as const;
  const rows = await db.prisma.webhookDelivery.findMany({
    where,
    select: { id: true, endpointId: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id, endpointId, createdAt }) => due.get(id) ?? { deliveryId: id, endpointId, at: createdAt });
}

async function work(world: World, endpoints: Endpoints, due: Post[], until: Date, atOnce: number): Promise<Post[]> {
  let waiting = due;
  for (;;) {
    waiting.sort((one, other) => one.at.getTime() - other.at.getTime());
    const ready = waiting.filter(({ at }) => at < until);
    if (ready.length === 0) return waiting;
    const first = ready[0]?.at.getTime() ?? 0;
    const batch = ready.filter(({ at }, index) => index < atOnce * 4 && at.getTime() - first < lookAheadMs);
    waiting = waiting.filter((each) => !batch.includes(each));
    await inParallel(batch, atOnce, async (each) => {
      const next = await attempt(world, endpoints, each);
      if (next) waiting.push(next);
    });
  }
}

async function attempt(world: World, endpoints: Endpoints, due: Post): Promise<Post | undefined> {
  const moment = world.at(due.at, 'system');
  const isErp = due.endpointId === endpoints.erp;
  const random = world.random.branch(`attempt ${isErp ? 'erp' : 'shop'} ${due.at.getTime()}`);
  const courier = async () => {
    const answer = answerOf(world, random, isErp, due.at);
    moment.clock.advanceMs(answer.durationMs);
    return answer;
  };
  const state = await attemptDelivery({ ...moment, courier, open: world.open, random: random.next }, due);
  if (state.ended) return undefined;
  const next = Date.parse(state.nextAttemptAt);
  const away = isErp ? turnedAwayFromErpMs : turnedAwayMs;
  const earliest = due.at.getTime() + (state.held ? away : 1);
  return { ...due, at: new Date(Math.max(next, earliest)) };
}

function answerOf({ now }: World, random: Random, isErp: boolean, at: Date): CourierAnswer {
  const daysAgo = (now.getTime() - at.getTime()) / dayMs;
  const address = isErp ? '196.207.40.18' : '127.0.0.1';
  const answered = (statusCode: number, body: string, durationMs: number): CourierAnswer => ({
    kind: 'answered',
    statusCode,
    retryAfter: null,
    headers: { 'content-type': 'text/plain', date: at.toUTCString() },
    body,
    address,
    durationMs,
  });
  if (isErp && daysAgo < erpGoneDaysAgo) {
    return { kind: 'no_answer', reason: 'The connection was refused.', address, durationMs: random.between(2, 9) };
  }
  const day = Math.floor(now.getTime() / dayMs) * dayMs - shopOutage.daysAgo * dayMs;
  const hour = (at.getTime() - day) / 3_600_000;
  if (!isErp && hour >= shopOutage.hour && hour < shopOutage.hour + shopOutage.hours) {
    return answered(503, 'upstream is restarting', random.between(4, 30));
  }
  if (random.chance(isErp ? 0.06 : 0.012)) return answered(500, 'Internal Server Error', random.between(40, 900));
  if (random.chance(isErp ? 0.02 : 0.004)) {
    return { kind: 'no_answer', reason: 'No answer within 10 seconds.', address, durationMs: 10_000 };
  }
  return answered(200, 'ok', isErp ? random.between(180, 1_400) : random.between(9, 70));
}
