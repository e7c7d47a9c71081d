import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext, Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { findCurrentPull, type PullRow, setPull } from './pull-statements.ts';
import { c2bRefusals } from './refusals.ts';
import { type GetPullInput, getPullSchema, type SetPullInput, setPullSchema } from './schemas.ts';

/** The state of pulled payments. The nominated number is masked. */
export type PullState = Omit<PullRow, 'nominatedPhone' | 'registrationId'> & { isOn: boolean };

/**
 * Makes the worker ask the provider every ten minutes for payments whose confirmation never came; null stops it. The
 * worker registers the shortcode for this with the provider.
 * @throws DomainError invalid_input, not_found (no offline payment URLs are registered)
 */
export async function setPulledPayments(ctx: ActorContext, input: SetPullInput): Promise<PullState> {
  requirePermission(ctx, 'offline.write');
  const { nominatedPhone, ...which } = parseInput(setPullSchema, input);
  const { registrationId } = await demandRegistration(ctx, which);
  const at = ctx.clock.now();
  const detail = { environment: which.environment, isOn: nominatedPhone !== null };
  const audit = { id: uuidv7({ msecs: at.getTime() }), actor: ctx.actor, action: 'c2b_pull.changed', detail };
  await setPull(ctx.db.pool, registrationId, { nominatedPhone, at }, audit);
  return getPulledPayments(ctx, which);
}

/**
 * The state of pulled payments of an application's current shortcode.
 * @throws DomainError invalid_input, not_found (no offline payment URLs are registered)
 */
export async function getPulledPayments(ctx: Pick<Context, 'db'>, input: GetPullInput): Promise<PullState> {
  const which = parseInput(getPullSchema, input);
  const { nominatedPhone, registrationId: _, ...state } = await demandRegistration(ctx, which);
  return { ...state, isOn: nominatedPhone !== null };
}

async function demandRegistration(ctx: Pick<Context, 'db'>, which: GetPullInput): Promise<PullRow> {
  const row = await findCurrentPull(ctx.db.pool, which);
  if (row) return row;
  throw new DomainError('not_found', c2bRefusals.urlsUnregistered);
}
