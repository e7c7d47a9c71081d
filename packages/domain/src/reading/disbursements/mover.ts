import { validate as isUuid } from 'uuid';
import type { Actor, TenantContext } from '../../context.ts';

/** Who did something, as people call them. `unknown`: the record names nobody that is still known. */
export type Mover =
  | { kind: 'key'; name: string; lastFour: string }
  | { kind: 'person'; userId: string; name: string }
  | { kind: 'operator' }
  | { kind: 'unknown' };

/** The names behind actors of the audit: `user:<id>`, `key:<id>`, `operator`. */
export async function readMovers({ db, tenant }: TenantContext, actors: Actor[]): Promise<(actor?: Actor) => Mover> {
  const idsOf = (kind: string) => [
    ...new Set(
      actors
        .filter((actor) => actor.startsWith(`${kind}:`))
        .map((actor) => actor.slice(kind.length + 1))
        .filter((id) => isUuid(id)),
    ),
  ];
  const [users, keys] = await Promise.all([
    db.prisma.user.findMany({ where: { id: { in: idsOf('user') } }, select: { id: true, name: true, email: true } }),
    db.prisma.apiKey.findMany({
      where: { id: { in: idsOf('key') }, applicationId: tenant.applicationId },
      select: { id: true, name: true, lastFour: true },
    }),
  ]);
  const movers = new Map<Actor, Mover>([
    ['operator', { kind: 'operator' }],
    ...users.map(({ id, name, email }): [Actor, Mover] => [
      `user:${id}`,
      { kind: 'person', userId: id, name: name ?? email },
    ]),
    ...keys.map(({ id, ...key }): [Actor, Mover] => [`key:${id}`, { kind: 'key', ...key }]),
  ]);
  return (actor) => movers.get(actor ?? '') ?? { kind: 'unknown' };
}

/** Who asked for each of some disbursements, by the audit. */
export async function readRequesters(ctx: TenantContext, ids: string[]): Promise<(id: string) => Mover> {
  const entries = await ctx.db.prisma.auditEntry.findMany({
    where: { subjectId: { in: ids }, action: 'disbursement.requested', applicationId: ctx.tenant.applicationId },
    select: { subjectId: true, actor: true },
  });
  const actors = new Map(entries.map(({ subjectId, actor }) => [subjectId, actor]));
  const moverOf = await readMovers(ctx, [...actors.values()]);
  return (id) => moverOf(actors.get(id));
}
