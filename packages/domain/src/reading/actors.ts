import type { Prisma } from '@tillgate/db';
import type { Actor } from '../kernel/context.ts';

/**
 * Who did something, for people. Names are null when the person or key no longer exists. `visitor`: a person who is not
 * signed in; `unknown`: no record of the actor.
 */
export type ActorView =
  | { kind: 'person'; id: string; name: string | null; email: string | null }
  | { kind: 'key'; id: string; name: string | null; lastFour: string | null }
  | { kind: 'operator' | 'provider' | 'visitor' | 'system' | 'unknown' };

/** Actors without an id. */
const known = ['operator', 'provider', 'visitor'] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the names of actors in rows of one or more applications. Keys of other applications have no name. */
export async function describeActors(
  db: Pick<Prisma.TransactionClient, 'user' | 'apiKey'>,
  applicationId: string | string[],
  actors: readonly (Actor | null | undefined)[],
): Promise<(actor: Actor | null | undefined) => ActorView> {
  const ids = (kind: string) => [
    ...new Set(actors.flatMap((actor) => (actor && idOf(actor, kind) ? [idOf(actor, kind) ?? ''] : []))),
  ];
  const [userIds, keyIds] = [ids('user'), ids('key')];
  const [users, keys] = await Promise.all([
    userIds.length === 0
      ? []
      : db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, name: true, email: true } }),
    keyIds.length === 0
      ? []
      : db.apiKey.findMany({
          where: { id: { in: keyIds }, applicationId: { in: [applicationId].flat() } },
          select: { id: true, name: true, lastFour: true },
        }),
  ]);
  return (actor) => {
    if (!actor) return { kind: 'unknown' };
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
    // An id that is not valid belongs to nobody.
    if (/^(user|key):/.test(actor)) return { kind: 'unknown' };
    return { kind: known.find((kind) => kind === actor) ?? 'system' };
  };
}

/** The view without an e-mail address, for records that leave the organization. The address replaces a missing name. */
export function withoutEmail(view: ActorView): ActorView {
  return view.kind === 'person' ? { ...view, name: view.name ?? view.email, email: null } : view;
}

function idOf(actor: Actor, kind: string): string | undefined {
  const [prefix, id] = actor.split(':', 2);
  return prefix === kind && id !== undefined && uuid.test(id) ? id : undefined;
}
