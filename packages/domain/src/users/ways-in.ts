import type { Prisma } from '@tillgate/db';
import { dayMs, later } from '../kernel/time.ts';

/** The age from which a way to sign in survives a new password by default. */
const settledMs = dayMs;

/** How a person can sign in besides their password. */
export type WayIn = {
  /** The id that keeps it. */
  id: string;
  kind: 'passkey' | 'authenticator' | 'identity_provider';
  /** The name of a passkey, or the issuer of a provider; null for the app. */
  name: string | null;
  since: Date;
  lastUsedAt: Date | null;
  /** Whether it stays by default: it is older than a day. */
  isSettled: boolean;
  /**
   * Whether a new password can remove it. An app stays, because its code is required at each sign-in, also after a reset.
   */
  isRemovable: boolean;
};

type Db = Pick<Prisma.TransactionClient, 'externalIdentity' | 'passkey' | 'secondFactor'>;

/** All ways in of a person besides the password, the newest first. */
export async function listWaysIn(db: Db, userId: string, now: Date): Promise<WayIn[]> {
  const [passkeys, app, identities] = await Promise.all([
    db.passkey.findMany({ where: { userId } }),
    db.secondFactor.findUnique({ where: { userId } }),
    db.externalIdentity.findMany({ where: { userId } }),
  ]);
  const isSettled = (since: Date) => since <= later(now, -settledMs);
  const ways: Omit<WayIn, 'isSettled' | 'isRemovable'>[] = [
    ...passkeys.map(({ id, name, createdAt: since, lastUsedAt }) => ({
      id,
      kind: 'passkey' as const,
      name,
      since,
      lastUsedAt,
    })),
    ...(app?.confirmedAt ? [{ ...appWay, since: app.confirmedAt }] : []),
    ...identities.map(({ issuer, createdAt: since }) => ({
      id: `identity ${issuer}`,
      kind: 'identity_provider' as const,
      name: issuer,
      since,
      lastUsedAt: null,
    })),
  ];
  return ways
    .map((way) => ({ ...way, isSettled: isSettled(way.since), isRemovable: way.kind !== 'authenticator' }))
    .sort((a, b) => b.since.getTime() - a.since.getTime());
}

const appWay = { id: 'authenticator', kind: 'authenticator' as const, name: null, lastUsedAt: null };

/**
 * Removes the ways to sign in that a person does not confirm with a new password. Call it under the person's lock.
 * @param keep the ids that stay; undefined: those older than a day
 * @returns the removed ones
 */
export async function endWaysIn(
  tx: Prisma.TransactionClient,
  { userId, keep, at }: { userId: string; keep: readonly string[] | undefined; at: Date },
): Promise<WayIn[]> {
  const ways = await listWaysIn(tx, userId, at);
  const stays = (way: WayIn) => !way.isRemovable || (keep ? keep.includes(way.id) : way.isSettled);
  const ending = ways.filter((way) => !stays(way));
  const ids = ending.filter(({ kind }) => kind === 'passkey').map(({ id }) => id);
  const issuers = ending.flatMap(({ kind, name }) => (kind === 'identity_provider' && name !== null ? [name] : []));
  await tx.passkey.deleteMany({ where: { userId, id: { in: ids } } });
  await tx.externalIdentity.deleteMany({ where: { userId, issuer: { in: issuers } } });
  if (ids.length > 0) await tx.user.update({ where: { id: userId }, data: { factorsEndedAt: at } });
  return ending;
}
