import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { requireBucket } from './own-bucket.ts';
import { bucketRefusals } from './refusals.ts';
import { type BucketInput, bucketSchema } from './schemas.ts';

/**
 * Forgets a bucket and its keys, with the uploads that still wait. Files that are in the bucket stay there.
 * @throws DomainError invalid_input (also: a schedule puts files into it), not_found
 */
export async function removeBucket(ctx: TenantContext, input: BucketInput): Promise<{ removed: true }> {
  requirePermission(ctx, 'exports.buckets');
  const { bucketId: id } = parseInput(bucketSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    // Creating a schedule takes the same lock.
    await lockApplication(tx, applicationId);
    const { name } = await requireBucket(tx, ctx.tenant, id);
    const users = await tx.exportSchedule.count({ where: { bucketId: id } });
    if (users > 0) {
      throw new DomainError('invalid_input', bucketRefusals.bucketInUse);
    }
    await tx.bucket.deleteMany({ where: { id, ...ctx.tenant } });
    const detail = { environment, name };
    await audit(tx, { actor: ctx.actor, action: 'bucket.removed', subjectId: id, applicationId, detail, at });
  });
  return { removed: true };
}
