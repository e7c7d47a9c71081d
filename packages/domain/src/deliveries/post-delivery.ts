import type { Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import {
  circuitProbeSecondsMin,
  circuitWindowFrom,
  countLatest,
  deliveryHeaders,
  isCircuitTripped,
  liveSecrets,
  openCircuit,
  wasAttempted,
} from '../endpoints/index.ts';
import type { Context, WithCourier } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import type { CourierAnswer } from '../ports/ports.ts';
import { signingSecretPlace } from '../sealing/index.ts';
import { alertOwners } from './alert-owners.ts';
import type { AttemptRecord } from './attempt-statements.ts';
import { type ClaimedDelivery, postponeDelivery } from './claim-statements.ts';
import {
  alertDue,
  failingDaysMax,
  failingWindow,
  failureOf,
  hasFailedForTooLong,
  type NextAttempt,
  nextAttempt,
} from './delivery.ts';
import type { Recorder } from './recorder.ts';
import { type Recorded, recordAttempt } from './statements.ts';
import { switchOff } from './switch-off-statements.ts';

const responseCharactersMax = 16_384;
const unopenedRetrySeconds = 300;

/** What a posting verb runs on. `random` (0 ≤ x < 1) is the jitter's; Math.random by default. */
export type PostContext = Context & WithCourier & { random?: () => number };

/** The outcome of a claimed delivery; `lost` when the claim had lapsed and another worker moved it. */
type Outcome =
  | { kind: 'ended'; status: 'delivered' | 'exhausted' | 'cancelled' }
  | { kind: 'waits'; nextAttemptAt: Date }
  | { kind: 'lost' };

/** What an endpoint answered, and when the attempt began and ended. */
type Posted = { answer: CourierAnswer; startedAt: Date; now: Date };

/**
 * Posts a claimed delivery, records the attempt, and opens the circuit, alerts the owners or disables the endpoint if
 * due. Releases the lane of the claim.
 */
export async function postDelivery(ctx: PostContext, claim: ClaimedDelivery): Promise<Outcome> {
  const posted = await post(ctx, claim);
  return posted ? conclude(ctx, claim, posted) : postpone(ctx, claim);
}

/**
 * {@link postDelivery}, but hands a success to a recorder, which releases the lane on request.
 * @returns `recorded`, a promise of the record, or the outcome otherwise
 */
export async function postInRun(
  ctx: PostContext,
  claim: ClaimedDelivery,
  recorder: Recorder,
  freesLane: boolean,
): Promise<{ kind: 'delivered'; recorded: Promise<void>; durationMs: number } | Outcome> {
  const posted = await post(ctx, claim);
  if (!posted) return postpone(ctx, claim);
  const { answer, startedAt } = posted;
  if (!claim.isPlain || failureOf(answer) !== null) return conclude(ctx, claim, posted);
  countAttempt(ctx, claim, answer, 'delivered');
  const recorded = recorder.record({ claim, attempt: attemptRecord(answer, startedAt), freesLane });
  // Awaited at the end of the run.
  recorded.catch(() => undefined);
  return { kind: 'delivered', recorded, durationMs: answer.durationMs };
}

/** Undefined when a secret cannot be read or opened: then nothing was sent. */
async function post(ctx: PostContext, claim: ClaimedDelivery): Promise<Posted | undefined> {
  const secrets = openSecrets(ctx, claim);
  if (secrets === undefined) return undefined;
  const startedAt = ctx.clock.now();
  const answer = await ctx.courier({
    url: claim.url,
    environment: claim.environment,
    body: claim.body,
    headers: deliveryHeaders({ ...claim, at: startedAt, rawBody: claim.body, secrets }),
  });
  return { answer, startedAt, now: ctx.clock.now() };
}

async function conclude(ctx: PostContext, claim: ClaimedDelivery, posted: Posted): Promise<Outcome> {
  const { answer, startedAt, now } = posted;
  const place = claim.attemptCount - claim.attemptsBefore + 1;
  const next = nextAttempt(place, answer, now, ctx.random ?? Math.random);
  const recorded = await record(ctx, claim, attemptRecord(answer, startedAt), next, now);
  countAttempt(ctx, claim, answer, recorded ? next.kind : 'lost');
  if (!recorded) return { kind: 'lost' };
  if (next.kind === 'delivered') {
    if (recorded.recovered) ctx.log.info({ endpointId: claim.endpointId }, 'A webhook endpoint works again.');
    return { kind: 'ended', status: 'delivered' };
  }
  if (next.kind === 'disable') return { kind: 'ended', status: 'cancelled' };
  await judgeEndpoint(ctx, claim, { recorded, place, error: failureOf(answer) ?? '', now });
  return next.kind === 'at' ? { kind: 'waits', nextAttemptAt: next.time } : { kind: 'ended', status: 'exhausted' };
}

/** The outcomes of attempts as labels of metrics. `later` is tried again, `lost` was claimed by another worker. */
const outcomes = {
  delivered: 'delivered',
  at: 'later',
  give_up: 'exhausted',
  disable: 'cancelled',
  lost: 'lost',
} as const;

function countAttempt(
  { meter, trace, clock }: Pick<Context, 'meter' | 'trace' | 'clock'>,
  claim: ClaimedDelivery,
  answer: CourierAnswer,
  outcome: keyof typeof outcomes,
): void {
  const { environment } = claim;
  const answered = answer.kind === 'answered' ? `${Math.trunc(answer.statusCode / 100)}xx` : 'none';
  meter?.deliveryAttempts({ environment, outcome: outcomes[outcome], answer: answered });
  meter?.deliverySeconds({ environment }, answer.durationMs / 1000);
  const of = trace && subjectOf(claim);
  if (!of) return;
  const to = clock.now();
  trace({
    name: 'webhook',
    of,
    kind: 'client',
    from: new Date(to.getTime() - answer.durationMs),
    to,
    attributes: {
      'tillgate.event': claim.eventType,
      'tillgate.delivery': claim.id,
      'tillgate.endpoint': claim.endpointId,
      'tillgate.attempt': claim.attemptCount + 1,
      'tillgate.outcome': outcomes[outcome],
      ...(answer.kind === 'answered' && { 'http.response.status_code': answer.statusCode }),
    },
    isError: outcome !== 'delivered',
  });
}

/** The payment or disbursement that an event is about; undefined for test events. */
function subjectOf({ body, test }: ClaimedDelivery): string | undefined {
  return test ? undefined : /"(?:paymentId|disbursementId)":"([0-9a-f-]{36})"/.exec(body)?.[1];
}

async function record(
  ctx: Context,
  claim: ClaimedDelivery,
  attempt: AttemptRecord,
  next: NextAttempt,
  at: Date,
): Promise<Recorded | undefined> {
  const status = ({ delivered: 'delivered', at: 'due', give_up: 'exhausted', disable: 'cancelled' } as const)[
    next.kind
  ];
  const to = { status, nextAttemptAt: next.kind === 'at' ? next.time : null, at };
  if (next.kind !== 'disable') return recordAttempt(ctx.db.pool, claim, attempt, to);
  const { endpointId } = claim;
  return ctx.db.transaction(async (db) => {
    const recorded = await recordAttempt(db, claim, attempt, to);
    if (recorded) await disable(ctx, db, { endpointId, reason: next.reason, failingSince: recorded.failingSince, at });
    return recorded;
  });
}

type Failure = { recorded: Recorded; place: number; error: string; now: Date };

/**
 * After a failure: opens the circuit, alerts the owners or, after days of failures, disables the
 * endpoint.
 */
async function judgeEndpoint(ctx: Context, { endpointId }: ClaimedDelivery, failure: Failure): Promise<void> {
  const { recorded, place, error, now } = failure;
  const { failingSince, alertsSent, circuitOpen, circuitClosedAt } = recorded;
  const { pool } = ctx.db;
  if (!circuitOpen && isCircuitTripped(await countLatest(pool, endpointId, circuitWindowFrom(now, circuitClosedAt)))) {
    const until = later(now, circuitProbeSecondsMin * 1000);
    if (await openCircuit(pool, { endpointId, closedAt: circuitClosedAt, until })) {
      ctx.log.info({ endpointId }, 'A webhook endpoint fails too often. It is only probed until it works again.');
    }
  }
  if (failingSince === null) return;
  if (hasFailedForTooLong(failingSince, now) && (await wasAttempted(pool, endpointId, failingWindow(now)))) {
    const reason = `Every delivery failed for ${failingDaysMax} days.`;
    await ctx.db.transaction((db) => disable(ctx, db, { endpointId, reason, failingSince, at: now }));
    return;
  }
  const kind = alertDue({ failingSince, alertsSent, place, now });
  if (kind) await alertOwners(pool, { kind, endpointId, failingSince, error, at: now });
}

type Disabling = { endpointId: string; reason: string; failingSince: Date | null; at: Date };

async function disable(ctx: Context, db: Queryable, by: Disabling): Promise<void> {
  const { endpointId, reason, failingSince, at } = by;
  const audit = { id: uuidv7(), actor: 'system', action: 'endpoint.disabled' };
  if (!(await switchOff(db, { endpointId, reason, at }, audit))) return;
  await alertOwners(db, { kind: 'disabled', endpointId, reason, failingSince, at });
  ctx.log.warn({ endpointId, reason }, 'A webhook endpoint was disabled.');
}

/** The secrets that sign now, the newest first and the current one last. Undefined when one cannot be read or opened. */
function openSecrets(ctx: PostContext, claim: ClaimedDelivery): string[] | undefined {
  const place = signingSecretPlace(claim);
  try {
    const retired = liveSecrets(claim.retiredSecrets, ctx.clock.now()).map(({ sealed }) => sealed);
    return [claim.sealedSecret, ...retired].map((sealed) => ctx.open(sealed, place));
  } catch {
    return undefined;
  }
}

/** The failure is ours: no attempt is counted, and the delivery is sent once the operator has repaired the keys. */
async function postpone(ctx: Context, claim: ClaimedDelivery): Promise<Outcome> {
  const nextAttemptAt = later(ctx.clock.now(), unopenedRetrySeconds * 1000);
  await postponeDelivery(ctx.db.pool, claim, nextAttemptAt);
  ctx.log.error(
    { deliveryId: claim.id, endpointId: claim.endpointId },
    'The signing secret of an endpoint cannot be opened with our private key, or not be read: its deliveries wait.',
  );
  return { kind: 'waits', nextAttemptAt };
}

function attemptRecord(answer: CourierAnswer, startedAt: Date): AttemptRecord {
  const answered = answer.kind === 'answered';
  return {
    startedAt,
    durationMs: answer.durationMs,
    statusCode: answered ? answer.statusCode : null,
    error: storable(failureOf(answer)),
    address: answer.address,
    responseHeaders: answered ? answer.headers : null,
    responseBody: answered ? storable(answer.body) : null,
  };
}

/** Postgres text cannot hold NUL or lone surrogates, and a receiver's response may have any length. */
function storable(text: string | null): string | null {
  return text === null ? null : text.slice(0, responseCharactersMax).replaceAll('\0', '\uFFFD').toWellFormed();
}
