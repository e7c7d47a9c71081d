import { type Database, type Environment, query, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { Context, TenantContext } from '../../kernel/context.ts';
import { keepFor } from '../../kernel/keep-for.ts';
import { minuteMs } from '../../kernel/time.ts';
import { type Call, type Judged, judgeCalls, judgeInstallation, windowMinutes } from './provider-state.ts';
import { callsStatement } from './statements.ts';

/** The state of the provider in an environment. */
export type ProviderReading = Judged & { environment: Environment };

type Reader = Pick<Context, 'db' | 'clock'>;

const environments: readonly Environment[] = ['production', 'sandbox'];
/** Readers within this time share one read of the database. */
const keptMs = 15_000;

/** The state of the provider in each environment, from the calls of all applications. */
export async function readProviderStates({ db, clock }: Reader): Promise<ProviderReading[]> {
  const now = clock.now();
  const calls = await query<Call>(db.pool, 'provider_calls', callsStatement(sql`true`, windowStart(now), now));
  const began = await readOpenPeriods(db);
  return environments.map((environment) => {
    const own = calls.filter((call) => call.environment === environment);
    return withBegin({ environment, ...judgeInstallation(own, now) }, began);
  });
}

const windowStart = (now: Date) => new Date(now.getTime() - windowMinutes * minuteMs);

type Period = { environment: Environment; state: string; beganAt: Date };

const readOpenPeriods = (db: Database): Promise<Period[]> =>
  query<Period>(
    db.pool,
    'provider_open_periods',
    sql`SELECT environment, state, began_at AS "beganAt" FROM provider_periods WHERE ended_at IS NULL`,
  );

/** A state that began before the calls that are read began with the period that the worker recorded. */
function withBegin(reading: ProviderReading, periods: readonly Period[]): ProviderReading {
  const { environment, state, since } = reading;
  const open = periods.find((period) => period.environment === environment && period.state === state);
  return open && since && open.beganAt < since ? { ...reading, since: open.beganAt } : reading;
}

const keptOf = new WeakMap<Database, () => Promise<ProviderReading[]>>();

/**
 * {@link readProviderStates}, at most once in {@link keptMs} and in one read at a time for each process.
 * @throws when the database cannot be reached
 */
export async function keptProviderStates(ctx: Reader): Promise<ProviderReading[]> {
  const kept = keptOf.get(ctx.db) ?? keepFor(keptMs, ctx.clock, () => readProviderStates(ctx));
  keptOf.set(ctx.db, kept);
  return kept();
}

/**
 * The state of the provider for a tenant: according to its own calls, or to those of the whole installation when it made
 * too few. In the sandbox only its own count, because others try phones there that never answer.
 * @throws DomainError forbidden
 */
export async function findProviderState(ctx: TenantContext): Promise<ProviderReading> {
  requirePermission(ctx, 'payments.read');
  const now = ctx.clock.now();
  const { applicationId, environment } = ctx.tenant;
  const which = sql`a.id = ${applicationId}::uuid AND e.environment = ${environment}::"Environment"`;
  const calls = await query<Call>(ctx.db.pool, 'provider_own_calls', callsStatement(which, windowStart(now), now));
  const judged = judgeCalls(calls, now);
  const shared = (await keptProviderStates(ctx)).find((reading) => reading.environment === environment);
  const own = { environment, ...judged };
  if (own.state === 'unknown') return (environment === 'production' && shared) || own;
  // The own calls reach no further back than the window. The installation knows when the same state began.
  const isEarlier = shared?.state === own.state && shared.since && own.since && shared.since < own.since;
  return isEarlier ? { ...own, since: shared.since } : own;
}
