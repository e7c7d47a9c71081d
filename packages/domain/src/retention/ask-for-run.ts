import type { Context } from '../kernel/context.ts';
import { makeDue } from './run-statements.ts';

/** Has the worker remove old data at once. `begins` is false when a run is already active. */
export async function askForRun(ctx: Pick<Context, 'db' | 'clock'>): Promise<{ begins: boolean }> {
  return { begins: await makeDue(ctx.db.pool, ctx.clock.now()) };
}
