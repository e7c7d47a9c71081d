import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import { matchOpenLines } from './match-lines.ts';
import { listOpenShortcodes } from './match-statements.ts';

/** Lines that are older stay as they are: a person has looked at them. */
const openLinesMs = 35 * dayMs;

/**
 * Matches lines again whose payment or disbursement may have been recorded since. Their reviews end
 * by themselves then.
 * @returns how many shortcodes have such lines
 */
export async function sweepOpenLines(ctx: Context): Promise<number> {
  const shortcodes = await listOpenShortcodes(ctx.db.pool, later(ctx.clock.now(), -openLinesMs));
  for (const owned of shortcodes) await matchOpenLines(ctx, owned);
  return shortcodes.length;
}
