import { query, sql } from '@tillgate/db';
import { getOwnEndpoint } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { hourMs, later } from '../../kernel/time.ts';
import { type ReportAttemptsInput, reportAttemptsSchema } from './schemas.ts';

/** The parts of each period. */
const cuts = {
  day: { parts: 24, partMs: hourMs },
  week: { parts: 28, partMs: 6 * hourMs },
} as const;

/** How many of the newest attempts of a part are read. */
export const attemptsMax = 2_000;

type AttemptsPart = {
  /** Its start. It ends at the start of the next part; the last part ends now. */
  from: Date;
  attempts: number;
  failures: number;
  /** There were more attempts than were read: the figures cover the newest ones. */
  more: boolean;
  /** Median and 95th percentile of the duration of attempts in milliseconds; null without attempts. */
  medianMs: number | null;
  slowMs: number | null;
};

/**
 * The results of attempts at an endpoint, in parts of an hour (`day`) or of six hours (`week`) that begin at whole hours
 * of UTC, the oldest first. The last part has not ended.
 * @throws DomainError invalid_input, not_found
 */
export async function reportAttempts(
  ctx: ActorContext,
  input: ReportAttemptsInput,
): Promise<{ partMs: number; parts: AttemptsPart[] }> {
  requirePermission(ctx, 'endpoints.read');
  const { period, ...which } = parseInput(reportAttemptsSchema, input);
  const endpoint = await getOwnEndpoint(ctx.db.prisma, which);
  const { parts, partMs } = cuts[period];
  const last = Math.floor(ctx.clock.now().getTime() / partMs) * partMs;
  const starts = Array.from({ length: parts }, (_, index) => new Date(last - (parts - 1 - index) * partMs));
  return { partMs, parts: await readParts(ctx, endpoint.id, starts, partMs) };
}

/** Each part reads the index of the endpoint's attempts and stops at its limit. */
function readParts(ctx: ActorContext, endpointId: string, starts: Date[], partMs: number) {
  const ends = starts.map((start) => later(start, partMs));
  return query<AttemptsPart>(
    ctx.db.pool,
    'endpoint_attempts_by_part',
    sql`
      SELECT p.from, least(n.attempts, ${attemptsMax}::int) AS attempts, n.failures, n.attempts > ${attemptsMax}::int AS more,
        n.median AS "medianMs", n.slow AS "slowMs"
      FROM unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) AS p("from", until)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS attempts, count(error)::int AS failures,
          percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS median,
          percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS slow
        FROM (
          SELECT a.error, a.duration_ms FROM webhook_attempts a
          WHERE a.endpoint_id = ${endpointId}::uuid AND a.started_at >= p.from AND a.started_at < p.until
          ORDER BY a.started_at DESC LIMIT ${attemptsMax + 1}) newest) n
      ORDER BY p.from`,
  );
}
