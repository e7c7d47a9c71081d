import { z } from 'zod';
import type { Context } from '../kernel/context.ts';
import { idSchema, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { hourMs, later } from '../kernel/time.ts';
import { windowMs } from './refresh-rollups.ts';
import * as rollups from './statements.ts';

/** How many differing hours the result lists. All are counted and repaired. */
const listedMax = 1_000;

const checkRollupsSchema = z
  .object({
    /** Both are widened to whole hours. Without `from`, the first row. Without `to`, everything. */
    from: z.date({ error: issues.date }).optional(),
    to: z.date({ error: issues.date }).optional(),
    applicationId: idSchema.optional(),
    repair: z.boolean().default(false),
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: issues.endNotLater });

export type RollupCheck = {
  /** Null when there is nothing to compare. */
  from: Date | null;
  to: Date | null;
  /** The first 1,000. */
  differing: rollups.DifferingHour[];
  /** All of them. */
  differingCount: number;
  repaired: boolean;
};

/**
 * Compares hourly totals with the payments and disbursements that they count, six hours per statement, so it may run
 * while money comes in. With `repair`, differing hours are counted again. `onProgress` gets the time up to which it has
 * compared.
 * @throws DomainError invalid_input
 */
export async function checkRollups(
  ctx: Context,
  input: z.input<typeof checkRollupsSchema>,
  onProgress: (done: { to: Date; differingCount: number }) => void = () => {},
): Promise<RollupCheck> {
  const { from: wanted, to, applicationId = null, repair } = parseInput(checkRollupsSchema, input);
  const first = wanted
    ? wholeHour(wanted)
    : await rollups.findFirstHour(ctx.db.pool, { from: new Date(0), applicationId });
  const check: RollupCheck = {
    from: first ?? null,
    to: to ?? null,
    differing: [],
    differingCount: 0,
    repaired: repair,
  };
  if (!first) return check;
  const end = to && wholeHour(later(to, hourMs - 1));
  // What settles later than it was made may be the only thing of its hour, so no hour is left out.
  for (let from = first; !end || from < end; from = later(from, windowMs)) {
    const isLast = !end && later(from, windowMs) > ctx.clock.now();
    const window = { from, to: isLast ? null : sooner(later(from, windowMs), end), applicationId };
    const differing = await rollups.listDiffering(ctx.db.pool, window);
    if (repair && differing.length > 0) await recount(ctx, window);
    check.differingCount += differing.length;
    check.differing.push(...differing.slice(0, listedMax - check.differing.length));
    if (isLast) break;
    onProgress({ to: later(from, windowMs), differingCount: check.differingCount });
  }
  return check;
}

function recount(ctx: Context, window: Parameters<typeof rollups.recount>[1]): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await rollups.awaitLock(tx);
    await rollups.recount(tx, window);
  });
}

const wholeHour = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs);
const sooner = (one: Date, other: Date | undefined) => (other && other < one ? other : one);
