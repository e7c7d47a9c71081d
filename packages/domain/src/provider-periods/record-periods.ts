import { hasDatabaseCode } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import { type ProviderReading, readProviderStates } from '../reading/provider-state/index.ts';

/** Prisma: a row breaks a unique index. */
const uniqueCode = 'P2002';

type Recorder = Pick<Context, 'db' | 'clock' | 'log'>;

/**
 * Records when the state of a network changes. Several workers may do this at once: the database lets one period of a network
 * and environment be open.
 * @returns how many changes it recorded
 */
export async function recordPeriods(ctx: Recorder): Promise<number> {
  let changes = 0;
  for (const reading of await readProviderStates(ctx)) {
    if (await recordChange(ctx, reading)) changes += 1;
  }
  return changes;
}

async function recordChange({ db, clock, log }: Recorder, reading: ProviderReading): Promise<boolean> {
  const { environment, rail, state } = reading;
  const open = await db.prisma.providerPeriod.findFirst({ where: { environment, rail, endedAt: null } });
  if (open?.state === state) return false;
  const at = startOf(reading, open?.beganAt, clock.now());
  try {
    await db.prisma.$transaction(async (tx) => {
      if (open) {
        const where = { environment, rail, beganAt: open.beganAt, endedAt: null };
        await tx.providerPeriod.updateMany({ where, data: { endedAt: at } });
      }
      await tx.providerPeriod.create({ data: { environment, rail, state, beganAt: at } });
    });
  } catch (error) {
    // Another worker recorded the change.
    if (hasDatabaseCode(error, uniqueCode)) return false;
    throw error;
  }
  if (state === 'silent') log.warn({ environment, rail, since: at }, 'The provider does not answer.');
  return true;
}

/** Periods follow each other without a gap and without an overlap. */
function startOf({ since }: ProviderReading, openedAt: Date | undefined, now: Date): Date {
  const earliest = openedAt ? later(openedAt, 1) : new Date(0);
  const start = since ?? now;
  return start > earliest ? start : earliest;
}
