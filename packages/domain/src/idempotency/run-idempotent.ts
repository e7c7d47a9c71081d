import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { batched } from '../kernel/batch.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { readStored } from '../kernel/stored.ts';
import { upstreamText } from '../provider/upstream.ts';
import { type ClaimRecord, decide, duplicateWaitMs, leaseFrom, retryAfterSeconds } from './claim.ts';
import type { KeyJournal } from './key-journal.ts';
import { idempotencyRefusals } from './refusals.ts';
import * as claims from './statements.ts';
import { isForgotten } from './statements.ts';
import type { Turns } from './turns.ts';

const pollMs = 100;

/** Capability: may run requests under idempotency keys. Where callers name the keys, it notes them. */
export type WithTurns = { turns: Turns; keyJournal?: KeyJournal };

export type IdempotentRequest = { endpoint: Endpoint; key: string; fingerprint: string };

/** The endpoints that take a key, with the path that reads their row. */
const readPaths = {
  collect: 'status',
  payout: 'disbursements',
  reversal: 'disbursements',
  link: 'payment-links',
  batch: 'payout-batches',
} as const;
export type Endpoint = keyof typeof readPaths;

/** The claim that a verb writes in its first transaction, together with the row it is about. */
export type NewClaim = { id: string; endpoint: Endpoint; key: string; fingerprint: string; leaseUntil: Date };

/**
 * Runs `act` at most once per key for ever, and returns the recorded outcome to every repeat (spec
 * 4.1.1). `act` must write the claim in the transaction that records its intent, and return `undefined` when another
 * claim was first. Without a key, every call is a new one (rule 6). A recorded outcome that does not fit `outcomeSchema` is
 * indeterminate: the caller has to look at the row, and nothing is sent again.
 * @throws DomainError idempotency_key_reused, idempotency_in_flight, idempotency_indeterminate, unavailable (the database
 *   was restored, and forgotten keys are not read back)
 */
export async function runIdempotent<Outcome>(
  ctx: TenantContext & WithTurns,
  request: IdempotentRequest | undefined,
  outcomeSchema: z.ZodType<Outcome>,
  act: (claim: NewClaim | undefined) => Promise<Outcome | undefined>,
): Promise<{ outcome: Outcome; replayed: boolean }> {
  if (!request) {
    const outcome = await act(undefined);
    if (outcome === undefined) throw new Error('An act without a claim cannot lose a race.');
    return { outcome, replayed: false };
  }
  const turn = [ctx.tenant.applicationId, ctx.tenant.environment, request.endpoint, request.key].join(' ');
  const patienceEnds = performance.now() + duplicateWaitMs;
  for (;;) {
    await ctx.turns.wait(turn, patienceEnds - performance.now());
    const recorded = await replayRecorded(ctx, request, outcomeSchema, performance.now() >= patienceEnds);
    if (recorded === 'wait') {
      await delay(pollMs);
      continue;
    }
    if (recorded !== 'fresh') return { outcome: recorded.outcome, replayed: true };
    await ctx.keyJournal?.demandComplete();
    // Nothing is awaited from here to the turn, so that one of many duplicates takes it.
    if (ctx.turns.taken(turn)) {
      if (performance.now() >= patienceEnds) throw inFlight(retryAfterSeconds);
      continue;
    }
    const now = ctx.clock.now();
    ctx.keyJournal?.note({ ...ctx.tenant, ...request, at: now });
    const leaseUntil = leaseFrom(now);
    const outcome = await ctx.turns.hold(turn, () => act({ id: uuidv7(), leaseUntil, ...request }));
    if (outcome !== undefined) return { outcome, replayed: false };
  }
}

const findClaim = batched((db, keys: Parameters<typeof claims.findAll>[1]) => claims.findAll(db.pool, keys));

async function replayRecorded<Outcome>(
  ctx: TenantContext,
  request: IdempotentRequest,
  outcomeSchema: z.ZodType<Outcome>,
  patienceOver: boolean,
): Promise<'fresh' | 'wait' | { outcome: Outcome }> {
  const record = await findClaim(ctx.db, { ...ctx.tenant, endpoint: request.endpoint, key: request.key });
  const decision = decide(record, request.fingerprint, ctx.clock.now());
  switch (decision.kind) {
    case 'fresh':
      return 'fresh';
    case 'replay':
      return { outcome: readOutcome(ctx, request, outcomeSchema, decision) };
    case 'body_differs':
      throw new DomainError('idempotency_key_reused', idempotencyRefusals.keyReused);
    case 'indeterminate':
      if (isForgotten(decision.outcome)) throw forgotten();
      throw indeterminate(request.endpoint, decision.resourceId, upstreamSchema.safeParse(decision.outcome).data);
    case 'in_flight':
      if (patienceOver) throw inFlight(decision.retryAfterSeconds);
      return 'wait';
  }
}

function readOutcome<Outcome>(
  { log }: TenantContext,
  { endpoint }: IdempotentRequest,
  outcomeSchema: z.ZodType<Outcome>,
  { resourceId, outcome }: Pick<ClaimRecord, 'resourceId' | 'outcome'>,
): Outcome {
  try {
    return readStored(outcomeSchema, outcome, 'The outcome of a claim');
  } catch (err) {
    log.error({ endpoint, resourceId, err }, 'A recorded outcome cannot be replayed.');
    throw indeterminate(endpoint, resourceId);
  }
}

function inFlight(seconds: number): DomainError {
  const detail = idempotencyRefusals.keyInFlight;
  return new DomainError('idempotency_in_flight', detail, { retryAfterSeconds: seconds });
}

/** The refusal of a key whose request the database forgot in a restore. */
function forgotten(): DomainError {
  return new DomainError('idempotency_indeterminate', idempotencyRefusals.keyForgotten, { indeterminate: true });
}

/** An answer of the provider that proves nothing, as an indeterminate claim stores it. */
const upstreamSchema = z.object({ code: z.string(), description: z.string() }).nullish();

/** The field of a refusal that names the row, where one has it. */
const idFields = {
  collect: 'paymentId',
  payout: 'disbursementId',
  reversal: 'disbursementId',
  link: undefined,
  batch: undefined,
} as const;

/** The refusal of spec 4.1.1 rule 5, the same for the first request and for every repeat. */
export function indeterminate(
  endpoint: Endpoint,
  resourceId: string,
  upstream?: z.output<typeof upstreamSchema>,
): DomainError {
  return new DomainError(
    'idempotency_indeterminate',
    idempotencyRefusals.keyIndeterminate({
      path: readPaths[endpoint],
      id: resourceId,
      upstream: upstreamText(upstream),
    }),
    {
      indeterminate: true,
      ...(idFields[endpoint] && { [idFields[endpoint]]: resourceId }),
      ...(upstream && { upstream }),
    },
  );
}
