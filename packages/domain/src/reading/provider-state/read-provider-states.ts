import { type Database, type Environment, query, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { Context, TenantContext } from '../../kernel/context.ts';
import { keepFor } from '../../kernel/keep-for.ts';
import { minuteMs } from '../../kernel/time.ts';
import { type RailName, railNames } from '../../rails/index.ts';
import { type Call, type Judged, judgeCalls, judgeInstallation, windowMinutes } from './provider-state.ts';
import { callsStatement } from './statements.ts';

/** The state of a network in an environment. */
export type ProviderReading = Judged & { environment: Environment; rail: RailName };

type Reader = Pick<Context, 'db' | 'clock'>;

const environments: readonly Environment[] = ['production', 'sandbox'];
/** Readers within this time share one read of the database. */
const keptMs = 15_000;
/** The network of installations that have never used another. */
const [firstRail, ...otherRails] = railNames as [RailName, ...RailName[]];

/**
 * The state of each network in each environment, from the calls of all applications. A network that nobody has used is left
 * out, other than the first.
 */
export async function readProviderStates({ db, clock }: Reader): Promise<ProviderReading[]> {
  const now = clock.now();
  const calls = await query<Call>(db.pool, 'provider_calls', callsStatement(sql`true`, windowStart(now), now));
  const open = await readOpenPeriods(db);
  const isUsed = (rail: RailName) => [...calls, ...open].some((each) => each.rail === rail);
  return [firstRail, ...otherRails.filter(isUsed)].flatMap((rail) =>
    environments.map((environment) => {
      const own = calls.filter((call) => call.rail === rail && call.environment === environment);
      return withBegin({ environment, rail, ...judgeInstallation(own, now) }, open);
    }),
  );
}

const windowStart = (now: Date) => new Date(now.getTime() - windowMinutes * minuteMs);

type Period = { environment: Environment; rail: RailName; state: string; beganAt: Date };

const readOpenPeriods = (db: Database): Promise<Period[]> =>
  query<Period>(
    db.pool,
    'provider_open_periods',
    sql`
      SELECT environment, rail::text AS rail, state, began_at AS "beganAt" FROM provider_periods WHERE ended_at IS NULL`,
  );

/** A state that began before the calls that are read began with the period that the worker recorded. */
function withBegin(reading: ProviderReading, periods: readonly Period[]): ProviderReading {
  const { state, since } = reading;
  const open = periods.find((period) => isSamePlace(period, reading) && period.state === state);
  return open && since && open.beganAt < since ? { ...reading, since: open.beganAt } : reading;
}

type Place = Pick<ProviderReading, 'environment' | 'rail'>;
const isSamePlace = (one: Place, other: Place) => one.environment === other.environment && one.rail === other.rail;

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
 * The state of each network of a tenant, its default first: according to its own calls, or to those of the whole installation
 * when it made too few. In the sandbox only its own count, because others try phones there that never answer. A tenant without
 * an account reads about the first network.
 * @throws DomainError forbidden
 */
export async function findProviderStates(ctx: TenantContext): Promise<ProviderReading[]> {
  requirePermission(ctx, 'payments.read');
  const now = ctx.clock.now();
  const { applicationId, environment } = ctx.tenant;
  const which = sql`a.id = ${applicationId}::uuid AND e.environment = ${environment}::"Environment"`;
  const [calls, shared, accounts] = await Promise.all([
    query<Call>(ctx.db.pool, 'provider_own_calls', callsStatement(which, windowStart(now), now)),
    keptProviderStates(ctx),
    ctx.db.prisma.railAccount.findMany({
      where: ctx.tenant,
      select: { rail: true },
      orderBy: [{ isDefault: 'desc' }, { rail: 'asc' }],
    }),
  ]);
  const rails = accounts.length > 0 ? accounts.map(({ rail }) => rail) : [firstRail];
  return rails.map((rail) => {
    const judged = judgeCalls(
      calls.filter((call) => call.rail === rail),
      now,
    );
    const own = { environment, rail, ...judged };
    return withInstallation(
      own,
      shared.find((reading) => isSamePlace(reading, own)),
    );
  });
}

function withInstallation(own: ProviderReading, shared: ProviderReading | undefined): ProviderReading {
  if (own.state === 'unknown') return (own.environment === 'production' && shared) || own;
  // The own calls reach no further back than the window. The installation knows when the same state began.
  const isEarlier = shared?.state === own.state && shared.since && own.since && shared.since < own.since;
  return isEarlier ? { ...own, since: shared.since } : own;
}
