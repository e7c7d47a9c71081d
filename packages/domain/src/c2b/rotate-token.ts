import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { newHookToken } from './hook-token.ts';
import { c2bRefusals } from './refusals.ts';
import {
  type EndHookTokensInput,
  endHookTokensSchema,
  type RotateHookTokenInput,
  rotateHookTokenSchema,
} from './schemas.ts';
import { endTokens, rotateToken } from './token-statements.ts';

/** How long a replaced token is still valid after the provider accepted the new URL. */
const graceSecondsDefault = 86_400;

type Rotated = {
  shortcode: string;
  /** Seconds; null: valid until a person ends it. */
  graceSeconds: number | null;
};

/**
 * Replaces the token in the offline payment URL of an application's current shortcode. The provider knows only the old
 * URL until the new one is registered with `registerC2bUrls`, so the old token stays valid until then and for
 * `graceSeconds` (24 h) longer. Null keeps it until `endHookTokens`. 0 ends it at once, even if the provider still uses
 * it: for a leaked URL.
 * @throws DomainError invalid_input, not_found (nothing is registered)
 */
export async function rotateHookToken(ctx: ActorContext, input: RotateHookTokenInput): Promise<Rotated> {
  requirePermission(ctx, 'offline.write');
  const { graceSeconds = graceSecondsDefault, ...which } = parseInput(rotateHookTokenSchema, input);
  const at = ctx.clock.now();
  const rotated = await rotateToken(ctx.db.pool, {
    ...which,
    hookToken: newHookToken(),
    graceSeconds,
    endsAt: graceSeconds === 0 ? at : null,
    at,
    audit: {
      id: uuidv7({ msecs: at.getTime() }),
      actor: ctx.actor,
      action: 'c2b_token.rotated',
      detail: { environment: which.environment, graceSeconds },
    },
  });
  if (!rotated) throw new DomainError('not_found', c2bRefusals.urlsUnregistered);
  return { shortcode: rotated.shortcode, graceSeconds };
}

/**
 * Ends the replaced tokens of an application at once. Confirmations that the provider sends to an old URL are then
 * refused.
 * @throws DomainError invalid_input, not_found (no replaced token is still taken)
 */
export async function endHookTokens(ctx: ActorContext, input: EndHookTokensInput): Promise<{ ended: number }> {
  requirePermission(ctx, 'offline.write');
  const which = parseInput(endHookTokensSchema, input);
  const at = ctx.clock.now();
  const ended = await endTokens(ctx.db.pool, {
    ...which,
    at,
    audit: {
      id: uuidv7({ msecs: at.getTime() }),
      actor: ctx.actor,
      action: 'c2b_token.ended',
      detail: { environment: which.environment },
    },
  });
  if (ended === 0) throw new DomainError('not_found', c2bRefusals.noReplacedToken);
  return { ended };
}
