import {
  addBucket,
  addBucketSchema,
  bucketSchema,
  removeBucket,
  replaceBucketKeys,
  replaceBucketKeysSchema,
  testBucket,
} from '@tillgate/domain/buckets';
import { listBuckets } from '@tillgate/domain/reading/buckets';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** Whoever finds an open browser must not be able to send files elsewhere. */
const redirect = tenantProcedure('exports.buckets', { reauthentication: 'production' });

/** Where scheduled files go besides email. No procedure shows a secret key. */
export const bucketsRouter = createRouter({
  list: tenantProcedure('exports.use').query(({ ctx }) => listBuckets(ctx.tenantCtx)),
  add: redirect
    .input(verbInput(addBucketSchema))
    .mutation(({ ctx, input }) => addBucket(ctx.tenantCtx, withoutTenant(input))),
  replaceKeys: redirect
    .input(verbInput(replaceBucketKeysSchema))
    .mutation(({ ctx, input }) => replaceBucketKeys(ctx.tenantCtx, withoutTenant(input))),
  /** Has the worker upload a small file to the bucket; the list shows the result. */
  test: tenantProcedure('exports.buckets')
    .input(verbInput(bucketSchema))
    .mutation(({ ctx, input }) => testBucket(ctx.tenantCtx, withoutTenant(input))),
  remove: redirect
    .input(verbInput(bucketSchema))
    .mutation(({ ctx, input }) => removeBucket(ctx.tenantCtx, withoutTenant(input))),
});
