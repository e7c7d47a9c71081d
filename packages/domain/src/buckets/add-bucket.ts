import { v7 as uuidv7 } from 'uuid';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import type { WithWebhookUrlJudge } from '../endpoints/index.ts';
import { refusedUrl } from '../endpoints/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { bucketKeyPlace } from '../sealing/index.ts';
import { bucketIssues } from './refusals.ts';
import { type AddBucketInput, addBucketSchema } from './schemas.ts';
import { folderOf } from './upload.ts';

/** Buckets of one application in one environment. */
export const bucketsMax = 10;

/**
 * Names a bucket that schedules can put their files into. Nothing is sent to it: `testBucket` does.
 * @throws DomainError invalid_input (also: the address is private, there are too many buckets)
 */
export async function addBucket(
  ctx: TenantContext & WithWebhookUrlJudge,
  input: AddBucketInput,
): Promise<{ bucketId: string }> {
  requirePermission(ctx, 'exports.buckets');
  const { secretAccessKey, ...parsed } = parseInput(addBucketSchema, input);
  const { name, endpoint, region, bucket, accessKeyId, pathStyle = endpoint !== null } = parsed;
  const { applicationId, environment } = ctx.tenant;
  const refusal = endpoint === null ? undefined : ctx.judgeWebhookUrl(endpoint, environment);
  if (refusal !== undefined) throw refusedUrl('endpoint', refusal);
  const prefix = folderOf(parsed.prefix);
  const at = ctx.clock.now();
  const bucketId = uuidv7({ msecs: at.getTime() });
  const sealedSecretKey = ctx.seal(secretAccessKey, bucketKeyPlace({ bucketId, applicationId, environment }));
  await ctx.db.prisma.$transaction(async (tx) => {
    // Without the lock, two concurrent requests could both take the last place.
    await lockApplication(tx, applicationId);
    if ((await tx.bucket.count({ where: ctx.tenant })) >= bucketsMax) {
      throw invalidInput(issue('name', bucketIssues.bucketsFull({ max: bucketsMax })));
    }
    const place = { name, endpoint, region, bucket, prefix, pathStyle };
    const keys = { accessKeyId, sealedSecretKey };
    const made = { id: bucketId, applicationId, environment, createdBy: ctx.actor, createdAt: at };
    // Many of one, because only `createMany` returns no columns: the sealed key may not be read.
    await tx.bucket.createMany({ data: [{ ...made, ...place, ...keys }] });
    const detail = { environment, name, endpoint, region, bucket, prefix, accessKeyId };
    await audit(tx, { actor: ctx.actor, action: 'bucket.added', subjectId: bucketId, applicationId, detail, at });
  });
  return { bucketId };
}
