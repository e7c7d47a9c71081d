import { type EndpointStatus, only, query, sql, type WebhookEndpointModel } from '@tillgate/db';
import { type Circuit, circuitOf, liveSecrets, switchTime } from '../../endpoints/index.ts';
import type { Context, Tenant } from '../../kernel/context.ts';
import { dayMs, later } from '../../kernel/time.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { type Count, countUpTo } from '../count.ts';

/** The limit of all counts. */
/** What people see of an answer beside its status. */
const answerMax = 200;
const countMax = 10_000;
/** How many waiting deliveries of all endpoints that are not parked are read. */
const unparkedScanMax = 100_000;

/** An endpoint without its secrets, except when the next one takes over. */
export type EndpointView = Tenant & {
  endpointId: string;
  url: string;
  description: string | null;
  /** Empty means all. */
  events: string[];
  concurrency: number;
  ratePerSecond: number | null;
  createdAt: Date;
  health: EndpointHealth;
};

/** An attempt that failed: what it came to in one sentence, and how the answer of the merchant's server begins. */
type EndpointFailure = { error: string; statusCode: number | null; answer: string | null; at: Date };

type EndpointHealth = {
  status: EndpointStatus;
  disabledReason: string | null;
  /** Set when a person or the operator disabled it; null after failures. */
  disabledBy: ActorView | null;
  failingSince: Date | null;
  /** Why the newest attempt failed: null after a success, and before the first attempt. */
  lastFailure: EndpointFailure | null;
  circuit: Circuit;
  /** During a rotation: when the next secret takes over by itself. */
  nextSecretAt: Date | null;
  /** Deliveries that have not ended. */
  waiting: Count;
  /** Attempts of the last 24 hours; `more`: there were more than the count. */
  lastDay: { attempts: number; failures: number; more: boolean };
  /** The last success among the latest attempts; null without one. */
  lastSuccessAt: Date | null;
};

/** Endpoints with their health, in the order given. */
export async function viewEndpoints(ctx: Context, endpoints: WebhookEndpointModel[]): Promise<EndpointView[]> {
  const [first] = endpoints;
  if (!first) return [];
  const now = ctx.clock.now();
  const counts = await readCounts(
    ctx,
    endpoints.map(({ id }) => id),
    later(now, -dayMs),
  );
  const who = await describeActors(
    ctx.db.prisma,
    first.applicationId,
    endpoints.map((endpoint) => disabler(endpoint)),
  );
  return endpoints.map((endpoint) => ({
    endpointId: endpoint.id,
    applicationId: endpoint.applicationId,
    environment: endpoint.environment,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    concurrency: endpoint.concurrency,
    ratePerSecond: endpoint.ratePerSecond,
    createdAt: endpoint.createdAt,
    health: healthOf(endpoint, only(counts.filter(({ id }) => id === endpoint.id)), who, now),
  }));
}

/** The person who disabled an endpoint, from the reason that {@link disableEndpoint} stores. */
function disabler({ disabledReason }: Pick<WebhookEndpointModel, 'disabledReason'>): string | null {
  return /^Disabled by (.+)\.$/.exec(disabledReason ?? '')?.[1] ?? null;
}

type Counts = {
  id: string;
  waiting: number;
  attempts: number;
  failures: number;
  lastSuccessAt: Date | null;
  lastError: string | null;
  lastStatusCode: number | null;
  lastAnswer: string | null;
  lastAt: Date | null;
};

function healthOf(
  endpoint: WebhookEndpointModel,
  counts: Counts,
  who: (actor: string) => ActorView,
  now: Date,
): EndpointHealth {
  const { attempts, failures } = counts;
  const by = disabler(endpoint);
  return {
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    disabledBy: by === null ? null : who(by),
    failingSince: endpoint.failingSince,
    lastFailure: failureOf(counts),
    circuit: circuitOf(endpoint.circuitOpenUntil, now),
    nextSecretAt: switchTime(liveSecrets(endpoint.retiredSecrets, now)),
    waiting: countUpTo(countMax, counts.waiting),
    lastDay: {
      attempts: Math.min(attempts, countMax),
      failures: Math.min(failures, countMax),
      more: attempts > countMax,
    },
    lastSuccessAt: counts.lastSuccessAt,
  };
}

function failureOf({ lastError, lastStatusCode, lastAnswer, lastAt }: Counts): EndpointFailure | null {
  if (lastError === null || lastAt === null) return null;
  return { error: lastError, statusCode: lastStatusCode, answer: lastAnswer, at: lastAt };
}

/**
 * Each count reads one index and stops at its limit; one more than `countMax` says that there are more. The last success
 * is read from the newest attempts. As a maximum, or with a condition whose share is known, Postgres would read and sort
 * all attempts of the endpoint.
 */
function readCounts(ctx: Context, endpointIds: string[], since: Date): Promise<Counts[]> {
  return query<Counts>(
    ctx.db.pool,
    'endpoints_counts',
    sql`
      WITH unparked AS (
        SELECT endpoint_id, count(*)::int AS n FROM (
          SELECT endpoint_id FROM webhook_deliveries
          WHERE status = 'due' AND parked_at IS NULL AND next_attempt_at IS NOT NULL LIMIT ${unparkedScanMax}) waiting
        GROUP BY endpoint_id)
      SELECT e.id, parked.n + coalesce(unparked.n, 0) AS waiting, latest.attempts, latest.failures,
        success.at AS "lastSuccessAt", last.error AS "lastError", last.status_code AS "lastStatusCode",
        last.answer AS "lastAnswer", last.started_at AS "lastAt"
      FROM unnest(${endpointIds}::uuid[]) AS e(id)
      LEFT JOIN unparked ON unparked.endpoint_id = e.id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS n FROM (
          SELECT 1 FROM webhook_deliveries d
          WHERE d.endpoint_id = e.id AND d.status = 'due' AND d.parked_at IS NOT NULL LIMIT ${countMax + 1}) queue) parked
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS attempts, count(error)::int AS failures FROM (
          SELECT a.error FROM webhook_attempts a WHERE a.endpoint_id = e.id AND a.started_at >= ${since}
          ORDER BY a.started_at DESC LIMIT ${countMax + 1}) day) latest
      LEFT JOIN LATERAL (
        SELECT a.error, a.status_code, left(a.response_body, ${answerMax}::int) AS answer, a.started_at
        FROM webhook_attempts a WHERE a.endpoint_id = e.id ORDER BY a.started_at DESC LIMIT 1) last ON true
      LEFT JOIN LATERAL (
        SELECT started_at AS at FROM (
          SELECT a.started_at, a.error FROM webhook_attempts a WHERE a.endpoint_id = e.id
          ORDER BY a.started_at DESC LIMIT ${countMax}) newest
        WHERE CASE WHEN error IS NULL THEN true END LIMIT 1) success ON true`,
  );
}
