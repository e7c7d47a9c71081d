import type { Prisma } from '@tillgate/db';
import { dayMs, later } from '../kernel/time.ts';

/** After how long a way in stays when a new password is set and nobody says so. */
const settledMs = dayMs;

/** How a person can sign in besides their password. */
export type WayIn = {
  /** What says that it stays. */
  id: string;
  kind: 'passkey' | 'authenticator' | 'identity_provider';
  /** Of a passkey as the person named it, of a provider its issuer; null of the app. */
  name: string | null;
  since: Date;
  lastUsedAt: Date | null;
  /** Whether it stays when nobody says so: it is older than a day. */
  isSettled: boolean;
  /** Whether it can go with a new password. An app cannot: its code is asked for at each sign-in, also after a reset. */
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
 * Takes away the ways in that a person does not confirm, when they set a new password. Call it under the person's lock.
 * @param keep the ids of those that stay; undefined: those that are older than a day
 * @returns those that are gone
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
