import { operator } from '../kernel/authority.ts';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { BrokenRow } from '../kernel/stored.ts';
import { dayMs, later } from '../kernel/time.ts';
import { type BusinessDay, readDays } from '../reading/closing/index.ts';
import { notifyChange } from './notify-change.ts';
import { clearChange, listSignedMonths, noteChange } from './statements.ts';

/** How long the worker compares signed days with their figures. The page always compares. */
const comparedDays = 62;

/**
 * Records when a signed-off day changed, and emails the members who get days by email. Several workers may sweep at once.
 * Signatures that cannot be read hold up no other application.
 * @returns how many days it noted
 */
export async function sweepDays(ctx: Context & Partial<WithDashboardUrl>): Promise<number> {
  const { pool } = ctx.db;
  const now = ctx.clock.now();
  let noted = 0;
  for (const { first, last, ...tenant } of await listSignedMonths(pool, dayText(later(now, -comparedDays * dayMs)))) {
    try {
      for (const day of await readDays({ ...ctx, tenant, authority: operator }, first, last)) {
        if (await note(ctx, day, now)) noted += 1;
        if (day.state === 'changed') await notifyChange(ctx, tenant, day);
      }
    } catch (err) {
      if (!(err instanceof BrokenRow)) throw err;
      ctx.log.error({ ...tenant, first, err }, 'The signed days of an application cannot be compared.');
    }
  }
  return noted;
}

async function note({ db }: Context, { state, signOffs }: BusinessDay, at: Date): Promise<boolean> {
  const [latest] = signOffs;
  if (!latest) return false;
  if (state === 'changed') return noteChange(db.pool, latest.signOffId, at);
  await clearChange(db.pool, latest.signOffId);
  return false;
}

const dayText = (at: Date) => at.toISOString().slice(0, 10);
