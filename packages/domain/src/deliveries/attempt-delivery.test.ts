import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomOf } from '../c2b/simulation.fixture.ts';
import { signatureHeaders } from '../endpoints/index.ts';
import type { CourierAnswer } from '../ports/ports.ts';
import { waitingForLocks } from '../testing/index.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDelivery, postponeDelivery } from './claim-statements.ts';
import { attemptDelaysMs, claimSeconds } from './delivery.ts';
import { recordDelivered } from './statements.ts';
import { answered, type WebhookWorld, webhookWorld } from './webhooks.fixture.ts';

let world: WebhookWorld;
const daySeconds = 86_400;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const attempt = (deliveryId: string) => attemptDelivery(world.ctx, { deliveryId });
const isoIn = (seconds: number) => new Date(world.time.now.getTime() + seconds * 1000).toISOString();

function later<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

/** A courier that answers when told to. `arrived` is fulfilled once it was asked. */
function heldCourier() {
  const arrived = later<void>();
  const answer = later<CourierAnswer>();
  world.script.answer = () => {
    arrived.resolve();
    return answer.promise;
  };
  return { arrived: arrived.promise, answer: answer.resolve };
}

beforeAll(async () => {
  world = await webhookWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.posted.length = 0;
  world.logged.length = 0;
  world.script.answer = async () => answered(200);
  world.script.random = () => 0;
});

it('a claim that has lapsed records nothing, and leaves the delivery to the next one', async () => {
  const { deliveryId } = await world.oneDelivery();
  const { pool } = world.ctx.db;
  const lapsed = await claimDelivery(pool, deliveryId, world.ctx.clock.now());
  if (!lapsed) throw new Error('the delivery was not claimed');
  world.advance(claimSeconds + 1);
  const now = world.ctx.clock.now();
  const claim = await claimDelivery(pool, deliveryId, now);
  const answer = { statusCode: 200, error: null, address: null, responseHeaders: null, responseBody: null };
  const attempt = { startedAt: now, durationMs: 1, ...answer };
  expect(await recordDelivered(pool, [{ claim: lapsed, attempt, freesLane: false }], now)).toEqual([]);
  const untouched = { status: 'due', attemptCount: 0, claimedUntil: claim?.claimedUntil };
  expect(await world.delivery(deliveryId)).toMatchObject(untouched);
  expect(await world.attempts(deliveryId)).toEqual([]);
});

it('a claim that has lapsed gives back no lane that another worker holds', async () => {
  const { deliveryId } = await world.oneDelivery();
  const { pool, prisma } = world.ctx.db;
  const lapsed = await claimDelivery(pool, deliveryId, world.ctx.clock.now());
  world.advance(claimSeconds + 1);
  const now = world.ctx.clock.now();
  const claim = await claimDelivery(pool, deliveryId, now);
  if (!lapsed || !claim) throw new Error('the delivery was not claimed');
  await postponeDelivery(pool, lapsed, now);
  const { endpointId, lane: number, claimedUntil } = claim;
  expect(lapsed.lane).toBe(number);
  expect(await prisma.webhookLane.findFirst({ where: { endpointId, number } })).toMatchObject({ claimedUntil });
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'due', claimedUntil });
});

describe('one attempt', () => {
  it('posts the frozen body with all headers, signed at the time of the attempt', async () => {
    const { deliveryId } = await world.oneDelivery();
    const { body } = (await world.delivery(deliveryId)).event;
    world.advance(3600);
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'delivered' });
    expect(world.posted).toEqual([
      {
        url: 'https://shop.example.com/hook',
        environment: 'sandbox',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': expect.stringMatching(/^Tillgate\//),
          'x-webhook-event': 'payment.success',
          'x-webhook-id': deliveryId,
          ...signatureHeaders({ id: deliveryId, at: world.time.now, rawBody: body, secrets: [secret] }),
        },
      },
    ]);
  });

  it('that is acknowledged ends the delivery and is recorded', async () => {
    const { endpointId, deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(201, 'thanks');
    await attempt(deliveryId);
    expect(await world.delivery(deliveryId)).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
      claimedUntil: null,
      endedAt: world.time.now,
    });
    expect(await world.attempts(deliveryId)).toEqual([
      {
        deliveryId,
        number: 1,
        endpointId,
        startedAt: world.time.now,
        durationMs: 12,
        statusCode: 201,
        error: null,
        address: '93.184.215.14',
        responseHeaders: { 'content-type': 'text/plain' },
        responseBody: 'thanks',
      },
    ]);
  });

  it('that fails is recorded with its reason and leaves the delivery due at the next time', async () => {
    const { deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(302, 'moved');
    expect(await attempt(deliveryId)).toEqual({ ended: false, nextAttemptAt: isoIn(5) });
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'due', attemptCount: 1, claimedUntil: null });
    expect(await world.attempts(deliveryId)).toMatchObject([
      { number: 1, statusCode: 302, error: expect.stringContaining('redirect'), responseBody: 'moved' },
    ]);
  });

  it('without an answer is recorded with what went wrong', async () => {
    const { deliveryId } = await world.oneDelivery();
    world.script.answer = async () => ({
      kind: 'no_answer',
      reason: 'Connection refused.',
      address: null,
      durationMs: 3.6,
    });
    await attempt(deliveryId);
    expect(await world.attempts(deliveryId)).toMatchObject([
      { statusCode: null, error: 'Connection refused.', responseBody: null, durationMs: 4 },
    ]);
  });

  it('keeps an answer that text columns cannot hold, within limits', async () => {
    const { deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(500, `\0${'x'.repeat(40_000)}`);
    await attempt(deliveryId);
    const [kept] = await world.attempts(deliveryId);
    expect(kept?.responseBody).toBe(`\uFFFD${'x'.repeat(16_383)}`);
  });

  it("is the courier's to judge by the endpoint's own environment", async () => {
    const tenant = { ...(await world.application()), environment: 'production' as const };
    await world.endpoint(tenant);
    const [deliveryId = ''] = await world.queue(tenant);
    await attempt(deliveryId);
    expect(world.posted).toMatchObject([{ environment: 'production' }]);
  });

  it('of a delivery that does not exist is not_found', async () => {
    await expect(attempt(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('before its time posts nothing and says when', async () => {
    const { deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(500);
    await attempt(deliveryId);
    const dueAt = isoIn(5);
    world.advance(4);
    expect(await attempt(deliveryId)).toEqual({ ended: false, nextAttemptAt: dueAt });
    expect(world.posted).toHaveLength(1);
  });
});

describe('an endpoint that always fails', () => {
  it('gets thirteen attempts with one x-webhook-id and thirteen signatures, and then no more', async () => {
    const { deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(500);
    for (const delayMs of attemptDelaysMs.slice(1)) {
      expect(await attempt(deliveryId)).toEqual({ ended: false, nextAttemptAt: isoIn(delayMs / 1000) });
      world.advance(delayMs / 1000);
    }
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'exhausted' });
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'exhausted' });
    expect(await world.delivery(deliveryId)).toMatchObject({
      status: 'exhausted',
      attemptCount: 13,
      nextAttemptAt: null,
    });
    expect((await world.attempts(deliveryId)).map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ]);
    expect(new Set(world.posted.map(({ headers }) => headers['x-webhook-id']))).toEqual(new Set([deliveryId]));
    expect(new Set(world.posted.map(({ headers }) => headers['x-webhook-signature'])).size).toBe(13);
  });

  it('is disabled after five days of only failures, with an audit row, and its deliveries are cancelled', async () => {
    const { tenant, endpointId, deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(500);
    await attempt(deliveryId);
    const failingSince = world.time.now;
    world.advance(4 * daySeconds);
    await attempt(deliveryId);
    expect(await world.endpointRow(endpointId)).toMatchObject({ status: 'enabled', failingSince });
    world.advance(daySeconds);
    const [pendingId = ''] = await world.queue(tenant);
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'cancelled' });
    expect(await world.endpointRow(endpointId)).toMatchObject({
      status: 'disabled',
      disabledReason: expect.stringContaining('5 days'),
    });
    expect(await world.delivery(pendingId)).toMatchObject({ status: 'cancelled', endedAt: world.time.now });
    expect(await world.attempts(deliveryId)).toHaveLength(3);
    expect(await world.audit(endpointId)).toMatchObject([
      { actor: 'system', action: 'endpoint.disabled', applicationId: tenant.applicationId },
    ]);
    expect(world.logged).toMatchObject([{ level: 'warn', fields: { endpointId } }]);
  });

  it('is not disabled by the first failure after a long silence, but by one twelve hours later', async () => {
    const { tenant, endpointId, deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(500);
    await attempt(deliveryId);
    world.advance(6 * daySeconds);
    await attempt(deliveryId);
    expect(await world.endpointRow(endpointId)).toMatchObject({ status: 'enabled' });
    world.advance(daySeconds / 2);
    const [laterId = ''] = await world.queue(tenant);
    await attempt(laterId);
    expect(await world.endpointRow(endpointId)).toMatchObject({ status: 'disabled' });
  });

  it('starts over with each success', async () => {
    const { tenant, endpointId, deliveryId } = await world.oneDelivery();
    world.script.answer = async () => answered(500);
    await attempt(deliveryId);
    world.advance(4 * daySeconds);
    world.script.answer = async () => answered(200);
    await attempt(deliveryId);
    expect(await world.endpointRow(endpointId)).toMatchObject({ failingSince: null });
    world.script.answer = async () => answered(500);
    world.advance(2 * daySeconds);
    const [laterId = ''] = await world.queue(tenant);
    await attempt(laterId);
    expect(await world.endpointRow(endpointId)).toMatchObject({ status: 'enabled', failingSince: world.time.now });
  });
});

describe('410 Gone', () => {
  it('disables the endpoint, cancels what is due to it and nothing else, all in one', async () => {
    const { tenant, endpointId, deliveryId } = await world.oneDelivery();
    const [siblingId = ''] = await world.queue(tenant);
    const stranger = await world.oneDelivery();
    world.script.answer = async () => answered(410);
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'cancelled' });
    expect(await world.endpointRow(endpointId)).toMatchObject({
      status: 'disabled',
      disabledReason: 'The endpoint answered 410 Gone.',
    });
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'cancelled', attemptCount: 1 });
    expect(await world.attempts(deliveryId)).toMatchObject([{ number: 1, statusCode: 410 }]);
    expect(await world.delivery(siblingId)).toMatchObject({ status: 'cancelled', attemptCount: 0 });
    expect(await world.delivery(stranger.deliveryId)).toMatchObject({ status: 'due' });
    expect(await world.endpointRow(stranger.endpointId)).toMatchObject({ status: 'enabled' });
    expect(await world.audit(endpointId)).toMatchObject([
      { action: 'endpoint.disabled', detail: { reason: 'The endpoint answered 410 Gone.', cancelledDeliveries: 1 } },
    ]);
  });

  it('does not wait for a delivery that another worker is recording: waiting for each other would be a deadlock', async () => {
    const { tenant, deliveryId } = await world.oneDelivery();
    const [lockedId = ''] = await world.queue(tenant);
    const other = await world.ctx.db.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM webhook_deliveries WHERE id = $1 FOR UPDATE', [lockedId]);
    world.script.answer = async () => answered(410);
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'cancelled' });
    await other.query('ROLLBACK');
    other.release();
    expect(await world.delivery(lockedId)).toMatchObject({ status: 'due' });
    expect(await attempt(lockedId)).toEqual({ ended: true, status: 'cancelled' });
  });

  it('is told as it ended by a worker that waited for the cancellation', async () => {
    const { deliveryId } = await world.oneDelivery();
    const other = await world.ctx.db.pool.connect();
    await other.query('BEGIN');
    await other.query(
      `UPDATE webhook_deliveries SET status = 'cancelled', ended_at = now(), next_attempt_at = NULL, parked_at = NULL
      WHERE id = $1`,
      [deliveryId],
    );
    const waiting = attempt(deliveryId);
    await expect.poll(() => waitingForLocks(world.ctx)).toBe(1);
    await other.query('COMMIT');
    other.release();
    expect(await waiting).toEqual({ ended: true, status: 'cancelled' });
    expect(world.posted).toEqual([]);
  });

  it('from several deliveries at once disables once and deadlocks never', async () => {
    const tenant = await world.application();
    const endpointId = await world.endpoint(tenant, { concurrency: 8 });
    const ids = (await Promise.all(Array.from({ length: 8 }, () => world.queue(tenant)))).flat();
    world.script.answer = async () => answered(410);
    const ends = await Promise.all(ids.map(attempt));
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(new Set(['{"ended":true,"status":"cancelled"}']));
    expect(await world.audit(endpointId)).toHaveLength(1);
  });
});

describe('a disabled endpoint', () => {
  it('gets nothing: its delivery is cancelled instead', async () => {
    const { endpointId, deliveryId } = await world.oneDelivery();
    await world.ctx.db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { status: 'disabled' } });
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'cancelled' });
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'cancelled', endedAt: world.time.now });
    expect(world.posted).toEqual([]);
  });

  it('disabled during an attempt: an acknowledgement still counts', async () => {
    const { endpointId, deliveryId } = await world.oneDelivery();
    const held = heldCourier();
    const first = attempt(deliveryId);
    await held.arrived;
    await world.ctx.db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { status: 'disabled' } });
    expect(await attempt(deliveryId)).toEqual({ ended: false, nextAttemptAt: isoIn(claimSeconds), held: true });
    held.answer(answered(200));
    expect(await first).toEqual({ ended: true, status: 'delivered' });
  });
});

describe('the claim', () => {
  it('lets one of many workers post', async () => {
    const { deliveryId } = await world.oneDelivery();
    const held = heldCourier();
    const all = Array.from({ length: 8 }, () => attempt(deliveryId));
    await held.arrived;
    const claimEnd = isoIn(claimSeconds);
    held.answer(answered(200));
    const ends = await Promise.all(all);
    expect(ends.filter(({ ended }) => ended).length).toBeGreaterThanOrEqual(1);
    for (const end of ends) {
      expect([
        { ended: true, status: 'delivered' },
        { ended: false, nextAttemptAt: claimEnd, held: true },
      ]).toContainEqual(end);
    }
    expect(world.posted).toHaveLength(1);
  });

  it('of a worker that died lapses, and the attempt is repeated under the same x-webhook-id', async () => {
    const { deliveryId } = await world.oneDelivery();
    world.script.answer = () => Promise.reject(new Error('killed after the POST'));
    await expect(attempt(deliveryId)).rejects.toThrow('killed');
    expect(await attempt(deliveryId)).toEqual({ ended: false, nextAttemptAt: isoIn(claimSeconds), held: true });
    world.advance(claimSeconds);
    world.script.answer = async () => answered(200);
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'delivered' });
    expect(world.posted.map(({ headers }) => headers['x-webhook-id'])).toEqual([deliveryId, deliveryId]);
    expect(await world.attempts(deliveryId)).toHaveLength(1);
  });

  it('that has lapsed and was taken over changes nothing: neither attempts nor state', async () => {
    const { endpointId, deliveryId } = await world.oneDelivery();
    const late = heldCourier();
    const first = attempt(deliveryId);
    await late.arrived;
    world.advance(claimSeconds + 1);
    world.script.answer = async () => answered(200);
    expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'delivered' });
    late.answer(answered(410));
    expect(await first).toEqual({ ended: true, status: 'delivered' });
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(await world.attempts(deliveryId)).toMatchObject([{ number: 1, statusCode: 200 }]);
    expect(await world.endpointRow(endpointId)).toMatchObject({ status: 'enabled' });
  });

  it('that has lapsed while another worker is at it leaves the outcome to that worker', async () => {
    const { deliveryId } = await world.oneDelivery();
    const late = heldCourier();
    const first = attempt(deliveryId);
    await late.arrived;
    world.advance(claimSeconds + 1);
    const present = heldCourier();
    const second = attempt(deliveryId);
    await present.arrived;
    late.answer(answered(500));
    expect(await first).toEqual({ ended: false, nextAttemptAt: isoIn(claimSeconds), held: true });
    present.answer(answered(200));
    expect(await second).toEqual({ ended: true, status: 'delivered' });
    expect(await world.attempts(deliveryId)).toMatchObject([{ number: 1, statusCode: 200 }]);
  });
});

it('in a storm of workers, lapsing claims and failures, rows never contradict each other', async () => {
  const tenant = await world.application();
  const endpointId = await world.endpoint(tenant);
  const ids = (await Promise.all(Array.from({ length: 10 }, () => world.queue(tenant)))).flat();
  const statusCodes = [500, 503, 302, 200];
  const random = randomOf(Number(process.env.TILLGATE_SEED ?? 1));
  world.script.answer = async () => {
    await new Promise(setImmediate);
    return answered(statusCodes[Math.floor(random() * statusCodes.length)] ?? 500);
  };
  const callsMax = 400;
  const worker = async (deliveryId: string) => {
    for (let call = 0; call < callsMax; call += 1) {
      if ((await attempt(deliveryId)).ended) return;
      // Now and then past a claim, always towards the next attempt.
      world.advance(random() < 0.3 ? claimSeconds + 1 : 3600);
    }
    throw new Error('a delivery did not end');
  };
  await Promise.all(ids.flatMap((id) => [worker(id), worker(id), worker(id)]));
  for (const id of ids) {
    const { status, attemptCount, endedAt } = await world.delivery(id);
    const attempts = await world.attempts(id);
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: attemptCount }, (_, index) => index + 1));
    expect(attempts.filter(({ statusCode }) => statusCode === 200)).toHaveLength(status === 'delivered' ? 1 : 0);
    // The clock runs fast here: an endpoint may have failed for five days, which cancels the rest.
    if (status === 'cancelled') expect(await world.endpointRow(endpointId)).toMatchObject({ status: 'disabled' });
    else
      expect(status === 'delivered' ? attempts.at(-1)?.statusCode : attemptCount).toBe(
        status === 'delivered' ? 200 : 13,
      );
    expect(endedAt).not.toBeNull();
    const posts = world.posted.filter(({ headers }) => headers['x-webhook-id'] === id);
    expect(posts.length).toBeGreaterThanOrEqual(attemptCount);
  }
});

it.each(['the secret of another endpoint', 'an endpoint of another tenant'])(
  '%s, moved by whoever writes the database, signs nothing',
  async (what) => {
    const own = await world.oneDelivery();
    const other = await world.oneDelivery();
    const { pool } = world.ctx.db;
    if (what === 'the secret of another endpoint') {
      await pool.query(
        `UPDATE webhook_endpoints SET sealed_secret = (SELECT sealed_secret FROM webhook_endpoints WHERE id = $1)
         WHERE id = $2`,
        [other.endpointId, own.endpointId],
      );
    } else {
      await pool.query('UPDATE webhook_endpoints SET application_id = $1 WHERE id = $2', [
        other.tenant.applicationId,
        own.endpointId,
      ]);
    }
    const before = world.posted.length;
    expect(await attempt(own.deliveryId)).toMatchObject({ ended: false });
    expect(world.posted).toHaveLength(before);
    expect(await attempt(other.deliveryId)).toEqual({ ended: true, status: 'delivered' });
  },
);

it.each([
  ['no list', {}],
  ['a secret without an end', [{ sealed: 'v2.x' }]],
  ['an end that is no time', [{ sealed: 'v2.x', expiresAt: 'soon' }]],
])('a retired secret that cannot be read, %s, sends nothing and holds up no other endpoint', async (_, secrets) => {
  const [{ endpointId, deliveryId }, other] = [await world.oneDelivery(), await world.oneDelivery()];
  const retire = (stored: object) =>
    world.ctx.db.pool.query('UPDATE webhook_endpoints SET retired_secrets = $1 WHERE id = $2', [
      JSON.stringify(stored),
      endpointId,
    ]);
  await retire(secrets);
  const before = world.posted.length;
  expect(await attempt(deliveryId)).toEqual({ ended: false, nextAttemptAt: isoIn(300) });
  expect(world.posted).toHaveLength(before);
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'due', attemptCount: 0, claimedUntil: null });
  expect(world.logged).toMatchObject([{ level: 'error', fields: { endpointId } }]);
  expect(await attempt(other.deliveryId)).toEqual({ ended: true, status: 'delivered' });
  await retire([]);
  world.advance(300);
  expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'delivered' });
});

it('a secret that cannot be opened spends no attempt: the delivery waits for the operator', async () => {
  const { endpointId, deliveryId } = await world.oneDelivery();
  const blind = {
    ...world.ctx,
    open: () => {
      throw new Error('sealed for another key');
    },
  };
  expect(await attemptDelivery(blind, { deliveryId })).toEqual({ ended: false, nextAttemptAt: isoIn(300) });
  expect(world.posted).toEqual([]);
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'due', attemptCount: 0, claimedUntil: null });
  expect(await world.endpointRow(endpointId)).toMatchObject({ failingSince: null });
  expect(world.logged).toMatchObject([{ level: 'error', fields: { endpointId } }]);
  world.advance(300);
  expect(await attempt(deliveryId)).toEqual({ ended: true, status: 'delivered' });
});
