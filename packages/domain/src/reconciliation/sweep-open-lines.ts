import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import { matchOpenLines } from './match-lines.ts';
import { listOpenShortcodes } from './match-statements.ts';

/** Older lines are not matched again, because a person has seen them. */
const openLinesMs = 35 * dayMs;

/**
 * Matches lines again whose payment or disbursement may have been recorded since. This closes their reviews.
 * @returns how many shortcodes have such lines
 */
export async function sweepOpenLines(ctx: Context): Promise<number> {
  const shortcodes = await listOpenShortcodes(ctx.db.pool, later(ctx.clock.now(), -openLinesMs));
  for (const owned of shortcodes) await matchOpenLines(ctx, owned);
  return shortcodes.length;
}
