import type { Context } from '@tillgate/domain';
import { railLabel, railNames } from '@tillgate/domain/rails';
import { readWorkerWait } from '@tillgate/domain/reading/backlog';
import { type RailHistory, readProviderHistory, readProviderStates } from '@tillgate/domain/reading/provider-state';
import { within } from '@tillgate/process';
import { z } from 'zod';

/** A running worker takes up due work within seconds. */
const workerBehindSeconds = 60;
/** The page waits no longer for the database. */
const patienceMs = 3_000;

const daySchema = z.strictObject({
  day: z.iso.date(),
  slowMinutes: z.int(),
  silentMinutes: z.int(),
  knownMinutes: z.int(),
});

const environmentSchema = z.strictObject({
  state: z.enum(['answering', 'slow', 'silent', 'unknown']),
  /** Null when the state is unknown. */
  since: z.iso.datetime().nullable(),
  /** The oldest first, the last of them today. */
  days: z.array(daySchema),
});
export type EnvironmentStatus = z.infer<typeof environmentSchema>;

const networkSchema = z.strictObject({ production: environmentSchema, sandbox: environmentSchema });
export type NetworkStatus = z.infer<typeof networkSchema>;

/** `unknown`: nothing can be said while the database does not answer. */
const partSchema = z.enum(['working', 'behind', 'away', 'unknown']);

/** What the public page shows. It has no tenant, no name, and no count or amount of theirs. */
export const statusReportSchema = z.strictObject({
  at: z.iso.datetime(),
  parts: z.strictObject({ api: partSchema, database: partSchema, worker: partSchema }),
  /** M-PESA. Null while the database does not answer. */
  provider: networkSchema.nullable(),
  /** The other networks that somebody here uses. Absent when there is none. */
  otherNetworks: z.array(networkSchema.extend({ rail: z.enum(railNames), name: z.string() })).optional(),
});
export type StatusReport = z.infer<typeof statusReportSchema>;

type Reader = Pick<Context, 'db' | 'clock' | 'log'>;

/** Reads the whole report. While the database does not answer, the report says so. It never throws. */
export async function readStatus(ctx: Reader): Promise<StatusReport> {
  try {
    const report = await within(patienceMs, readKnown(ctx));
    if (report) return report;
    ctx.log.warn({}, 'The database did not answer the status page in time.');
  } catch (error) {
    ctx.log.warn({ err: error }, 'The status page could not read the database.');
  }
  return {
    at: ctx.clock.now().toISOString(),
    parts: { api: 'working', database: 'away', worker: 'unknown' },
    provider: null,
  };
}

async function readKnown(ctx: Reader): Promise<StatusReport> {
  const [states, waitSeconds] = await Promise.all([readProviderStates(ctx), readWorkerWait(ctx)]);
  const rails = [...new Set(states.map(({ rail }) => rail))];
  const of = (history: RailHistory, environment: 'production' | 'sandbox'): EnvironmentStatus => {
    const reading = states.find((each) => each.rail === history.rail && each.environment === environment);
    const { state = 'unknown', since = null } = reading ?? {};
    return { state, since: since?.toISOString() ?? null, days: history[environment] };
  };
  const networks = (await readProviderHistory(ctx, rails)).map((history) => ({
    rail: history.rail,
    name: railLabel(history.rail),
    production: of(history, 'production'),
    sandbox: of(history, 'sandbox'),
  }));
  const [first, ...otherNetworks] = networks;
  const worker = waitSeconds > workerBehindSeconds ? 'behind' : 'working';
  return {
    at: ctx.clock.now().toISOString(),
    parts: { api: 'working', database: 'working', worker },
    provider: first ? { production: first.production, sandbox: first.sandbox } : null,
    ...(otherNetworks.length > 0 && { otherNetworks }),
  };
}
