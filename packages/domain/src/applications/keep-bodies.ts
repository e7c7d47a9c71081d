import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type KeepBodiesInput, keepBodiesSchema } from './schemas.ts';

/**
 * Says whether the request log keeps the redacted bodies of the application's calls in this environment. The API follows
 * within 5 seconds. Bodies that are stored are deleted with their requests.
 * @throws DomainError invalid_input
 */
export async function keepBodies(ctx: TenantContext, input: KeepBodiesInput): Promise<{ isOn: boolean }> {
  requirePermission(ctx, 'requests.write');
  const { isOn } = parseInput(keepBodiesSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ kept: string[] }[]>`
      SELECT bodies_kept_in::text[] AS kept FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`;
    if (!row || row.kept.includes(environment) === isOn) return;
    await tx.$executeRaw`
      UPDATE applications SET bodies_kept_in = array_remove(bodies_kept_in, ${environment}::"Environment")
        || CASE WHEN ${isOn} THEN ARRAY[${environment}::"Environment"] ELSE ARRAY[]::"Environment"[] END
      WHERE id = ${applicationId}::uuid`;
    const fact = { actor: ctx.actor, action: 'request_bodies.changed', subjectId: applicationId, applicationId };
    await audit(tx, { ...fact, detail: { environment, isOn }, at });
  });
  return { isOn };
}

/** Whether the request log keeps bodies now. */
export async function areBodiesKept(ctx: TenantContext): Promise<{ isOn: boolean }> {
  requirePermission(ctx, 'requests.read');
  const { applicationId: id, environment } = ctx.tenant;
  const row = await ctx.db.prisma.application.findUnique({ where: { id }, select: { bodiesKeptIn: true } });
  return { isOn: row?.bodiesKeptIn.includes(environment) ?? false };
}
