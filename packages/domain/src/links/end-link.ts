import type { LinkEnding } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { requireEither } from '../kernel/authority.ts';
import type { Context, TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { decideEnd, decideReopen, expiryOf } from './link.ts';
import { linkEndedEvent } from './link-event.ts';
import { linkRefusals } from './refusals.ts';
import { lockOwnLink } from './scope.ts';
import { isReferenceTaken, listExpired, storeEnd, storeReopening } from './statements.ts';

const expiredPerSweep = 200;

/**
 * Ends a link: nobody can begin to pay on it any more. A prompt that was sent still counts when it is paid. Repeating it
 * changes nothing.
 * @throws DomainError forbidden, not_found, invalid_input (it is paid)
 */
export async function endLink(ctx: TenantContext, { linkId }: { linkId: string }): Promise<void> {
  requireEither(ctx, 'collect', 'links.write');
  const endedBy: LinkEnding = ctx.authority.of === 'key' ? 'key' : 'person';
  const isEnded = await ctx.db.transaction(async (db) => {
    const link = await lockOwnLink(db, linkId, ctx.tenant);
    const decision = decideEnd(link);
    if (decision.kind === 'refused') throw new DomainError('invalid_input', decision.why);
    if (decision.kind === 'stays') return false;
    const at = ctx.clock.now();
    const { environment, title } = link;
    const audit = { id: uuidv7(), actor: ctx.actor, action: 'link.ended', detail: { environment, name: title } };
    return storeEnd(db, linkId, { endedBy, at, event: linkEndedEvent(link, { endedBy, at }), audit });
  });
  if (isEnded) await signalWaiting(ctx, 'deliveries.waiting');
}

/**
 * Opens a link that ended. One whose time was over gets a new time. Repeating it changes nothing.
 * @throws DomainError forbidden, not_found, invalid_input (paid, full, expired long ago, its reference is in use)
 */
export async function reopenLink(ctx: TenantContext, { linkId }: { linkId: string }): Promise<void> {
  requireEither(ctx, 'collect', 'links.write');
  try {
    await ctx.db.transaction(async (db) => {
      const link = await lockOwnLink(db, linkId, ctx.tenant);
      const at = ctx.clock.now();
      const decision = decideReopen(link, at);
      if (decision.kind === 'refused') throw new DomainError('invalid_input', decision.why);
      if (decision.kind === 'stays') return;
      const { environment, title } = link;
      const audit = { id: uuidv7(), actor: ctx.actor, action: 'link.reopened', detail: { environment, name: title } };
      await storeReopening(db, linkId, { expiresAt: expiryOf(link, at), at, audit });
    });
  } catch (error) {
    if (isReferenceTaken(error)) throw new DomainError('invalid_input', linkRefusals.linkReferenceReused);
    throw error;
  }
}

/** Ends the links whose time is over. */
export async function sweepLinks(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const expired = await listExpired(ctx.db.pool, at, expiredPerSweep);
  for (const link of expired) {
    const event = linkEndedEvent(link, { endedBy: 'expiry', at });
    await storeEnd(ctx.db.pool, link.id, { endedBy: 'expiry', at, event, audit: null });
  }
  if (expired.length > 0) await signalWaiting(ctx, 'deliveries.waiting');
  return expired.length;
}
