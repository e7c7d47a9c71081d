import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { type KeptCallback, listKept } from './statements.ts';

const listedMax = 200;

/** Callbacks whose payment the database forgot and whose owner nobody knows, the oldest first. */
export async function listAstray(ctx: ActorContext): Promise<{ count: number; callbacks: KeptCallback[] }> {
  requireOperator(ctx);
  return listKept(ctx.db.pool, listedMax);
}
