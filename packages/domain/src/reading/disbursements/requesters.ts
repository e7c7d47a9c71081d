import type { TenantContext } from '../../kernel/context.ts';
import { type ActorView, describeActors, withoutEmail } from '../actors.ts';

/** The requesters of some disbursements, from the audit. */
export async function readRequesters(ctx: TenantContext, ids: string[]): Promise<(id: string) => ActorView> {
  const { applicationId } = ctx.tenant;
  const entries = await ctx.db.prisma.auditEntry.findMany({
    where: { subjectId: { in: ids }, action: 'disbursement.requested', applicationId },
    select: { subjectId: true, actor: true },
  });
  const actors = new Map(entries.map(({ subjectId, actor }) => [subjectId, actor]));
  const describe = await describeActors(ctx.db.prisma, applicationId, [...actors.values()]);
  return (id) => withoutEmail(describe(actors.get(id)));
}
