import { v7 as uuidv7 } from 'uuid';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { requireBucket } from './own-bucket.ts';
import { type BucketInput, bucketSchema } from './schemas.ts';
import { insertUpload } from './statements.ts';
import { objectKeyOf, testFile } from './upload.ts';

/**
 * Has the worker upload a small file to a bucket. `listBuckets` shows the result. Only one test runs at a time.
 * @throws DomainError invalid_input, not_found
 */
export async function testBucket(ctx: TenantContext, input: BucketInput): Promise<{ uploadId: string }> {
  requirePermission(ctx, 'exports.buckets');
  const { bucketId } = parseInput(bucketSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    // Without the lock, two concurrent requests could both start a test.
    await lockApplication(tx, applicationId);
    const bucket = await requireBucket(tx, ctx.tenant, bucketId);
    const open = await tx.exportUpload.findFirst({ where: { bucketId, exportId: null, status: 'due' } });
    if (open) return { uploadId: open.id };
    const uploadId = uuidv7({ msecs: at.getTime() });
    const objectKey = objectKeyOf(bucket, testFile.name);
    await insertUpload(tx, { id: uploadId, bucketId, exportId: null, objectKey, at });
    const detail = { environment, name: bucket.name };
    await audit(tx, { actor: ctx.actor, action: 'bucket.tested', subjectId: bucketId, applicationId, detail, at });
    return { uploadId };
  });
}
