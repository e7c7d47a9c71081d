import type { Context } from '../kernel/context.ts';
import { makeDue } from './run-statements.ts';

/** Has the worker remove at once what is old. `begins` is false when a worker is at it already. */
export async function askForRun(ctx: Pick<Context, 'db' | 'clock'>): Promise<{ begins: boolean }> {
  return { begins: await makeDue(ctx.db.pool, ctx.clock.now()) };
}
