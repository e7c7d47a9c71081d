import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { bucketKeyPlace } from '../sealing/index.ts';
import { requireBucket } from './own-bucket.ts';
import { type ReplaceBucketKeysInput, replaceBucketKeysSchema } from './schemas.ts';

/**
 * Replaces the keys of a bucket and deletes the old ones. Failed uploads are tried again now.
 * @throws DomainError invalid_input, not_found
 */
export async function replaceBucketKeys(
  ctx: TenantContext,
  input: ReplaceBucketKeysInput,
): Promise<{ bucketId: string }> {
  requirePermission(ctx, 'exports.buckets');
  const { bucketId, accessKeyId, secretAccessKey } = parseInput(replaceBucketKeysSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  const sealedSecretKey = ctx.seal(secretAccessKey, bucketKeyPlace({ bucketId, applicationId, environment }));
  await ctx.db.prisma.$transaction(async (tx) => {
    const { name } = await requireBucket(tx, ctx.tenant, bucketId);
    await tx.bucket.updateMany({
      where: { id: bucketId, ...ctx.tenant },
      data: { accessKeyId, sealedSecretKey, keysReplacedAt: at },
    });
    await tx.exportUpload.updateMany({ where: { bucketId, status: 'due' }, data: { nextAttemptAt: at } });
    const detail = { environment, name, accessKeyId };
    const action = 'bucket.keys_replaced';
    await audit(tx, { actor: ctx.actor, action, subjectId: bucketId, applicationId, detail, at });
  });
  return { bucketId };
}
