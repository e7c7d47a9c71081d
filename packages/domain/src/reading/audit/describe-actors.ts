import type { Prisma } from '@tillgate/db';
import type { Actor } from '../../context.ts';

export type DescribedActor =
  | { kind: 'person'; id: string; name: string | null; email: string | null }
  | { kind: 'key'; id: string; name: string | null; lastFour: string | null }
  | { kind: 'operator' | 'provider' | 'visitor' | 'system' };

/** Those who act under no id; `visitor` is nobody who is signed in. */
const known = ['operator', 'provider', 'visitor'] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Who actors of an application's rows are, as people know them. Somebody who cannot be found has no name; a key is looked for in
 * this application only.
 */
export async function describeActors(
  db: Pick<Prisma.TransactionClient, 'user' | 'apiKey'>,
  applicationId: string,
  actors: readonly (Actor | null)[],
): Promise<(actor: Actor) => DescribedActor> {
  const ids = (kind: string) => [
    ...new Set(actors.flatMap((actor) => (actor && idOf(actor, kind) ? [idOf(actor, kind) ?? ''] : []))),
  ];
  const [users, keys] = await Promise.all([
    db.user.findMany({ where: { id: { in: ids('user') } }, select: { id: true, name: true, email: true } }),
    db.apiKey.findMany({
      where: { id: { in: ids('key') }, applicationId },
      select: { id: true, name: true, lastFour: true },
    }),
  ]);
  return (actor) => {
    const userId = idOf(actor, 'user');
    if (userId) {
      const user = users.find(({ id }) => id === userId);
      return { kind: 'person', id: userId, name: user?.name ?? null, email: user?.email ?? null };
    }
    const keyId = idOf(actor, 'key');
    if (keyId) {
      const key = keys.find(({ id }) => id === keyId);
      return { kind: 'key', id: keyId, name: key?.name ?? null, lastFour: key?.lastFour ?? null };
    }
    return { kind: known.find((kind) => kind === actor) ?? 'system' };
  };
}

function idOf(actor: Actor, kind: string): string | undefined {
  const [prefix, id] = actor.split(':', 2);
  return prefix === kind && id !== undefined && uuid.test(id) ? id : undefined;
}
