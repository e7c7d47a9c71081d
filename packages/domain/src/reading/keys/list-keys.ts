import type { Scope } from '../../kernel/authority.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type ActorView, describeActors } from '../actors.ts';

/** Most keys that are shown, active ones first. The oldest inactive keys are left out. */
const keysShownMax = 500;

/** An API key as lists show it, without the key itself. */
export type KeyView = {
  keyId: string;
  name: string;
  lastFour: string;
  scopes: Scope[];
  /** Addresses and CIDR ranges; empty when the key may be used from anywhere. */
  allowedIps: string[];
  createdAt: Date;
  /** Null for keys that are older than this column. */
  createdBy: ActorView | null;
  /** To the minute; null when it was never used. */
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  state: 'live' | 'expired' | 'revoked';
  /** Why a key with scopes for money out cannot use them yet; null for all other keys. */
  waitsFor: { person: true; orderId: string | null } | { person: false; until: Date } | null;
};

/** The API keys of an application in one environment, active ones first, then the newest first. */
export async function listKeys(ctx: TenantContext): Promise<KeyView[]> {
  requirePermission(ctx, 'keys.read');
  const now = ctx.clock.now();
  const rows = await ctx.db.prisma.apiKey.findMany({
    where: ctx.tenant,
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }, { id: 'desc' }],
    take: keysShownMax,
  });
  const who = await describeActors(
    ctx.db.prisma,
    ctx.tenant.applicationId,
    rows.map(({ createdBy }) => createdBy),
  );
  const waiting = await ctx.db.prisma.order.findMany({
    where: { ...ctx.tenant, kind: 'key_grant', status: 'awaiting_approval', expiresAt: { gt: now } },
    select: { id: true, resourceId: true },
  });
  const orders = new Map(waiting.map(({ id, resourceId }) => [resourceId, id]));
  const views = rows.map(
    ({
      id,
      name,
      lastFour,
      scopes,
      allowedIps,
      createdAt,
      createdBy,
      lastUsedAt,
      expiresAt,
      revokedAt,
      ...row
    }): KeyView => ({
      keyId: id,
      name,
      lastFour,
      scopes,
      allowedIps,
      createdAt,
      createdBy: createdBy === null ? null : who(createdBy),
      lastUsedAt,
      expiresAt,
      revokedAt,
      state: revokedAt ? 'revoked' : expiresAt && expiresAt <= now ? 'expired' : 'live',
      waitsFor: row.isHeld
        ? { person: true, orderId: orders.get(id) ?? null }
        : row.moneyFrom && row.moneyFrom > now
          ? { person: false, until: row.moneyFrom }
          : null,
    }),
  );
  return [...views.filter(({ state }) => state === 'live'), ...views.filter(({ state }) => state !== 'live')];
}
