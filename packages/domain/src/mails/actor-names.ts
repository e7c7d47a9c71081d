import type { Prisma } from '@tillgate/db';

/** Actors as an email names them: undefined for one that is neither a known person nor the operator. */
export async function nameActors(
  db: Pick<Prisma.TransactionClient, 'user'>,
  actors: (string | undefined)[],
): Promise<(string | undefined)[]> {
  const ids = actors.flatMap((actor) => (actor?.startsWith('user:') ? [actor.slice('user:'.length)] : []));
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } });
  const names = new Map(users.map(({ id, name, email }) => [`user:${id}`, name ? `${name} (${email})` : email]));
  return actors.map((actor) => (actor === 'operator' ? 'The operator' : actor && names.get(actor)));
}
