import { setTimeout as pause } from 'node:timers/promises';
import { testBucket } from '@tillgate/domain/buckets';
import { listBuckets, type UploadView } from '@tillgate/domain/reading/buckets';
import { Command } from 'commander';
import { uploadText } from '../bucket-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

type Options = TenantOptions & { bucket: string };

const pauseMs = 1_000;
/** The worker finds a test within seconds. A server that never responds takes longer. */
const looksMax = 60;

export function bucketTest(answer: (answer: Answer) => void): Command {
  return new Command('test')
    .description('have the worker put a small file into a bucket, and show what came of it')
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--bucket <id>', 'bucket ID')
    .action(async ({ app, env, bucket: bucketId }: Options) => {
      await withTenant({ app, env }, async (ctx) => {
        const { uploadId } = await testBucket(ctx, { bucketId });
        let upload: UploadView | undefined;
        for (let look = 1; look <= looksMax && (upload === undefined || upload.status === 'due'); look += 1) {
          await pause(pauseMs);
          const bucket = (await listBuckets(ctx)).find((each) => each.bucketId === bucketId);
          upload = bucket?.last?.uploadId === uploadId ? bucket.last : upload;
        }
        const text = upload ? uploadText(upload) : 'waiting for the worker';
        const hint = upload?.status === 'due' ? '\nNo result yet. Is a worker running? See tillgate bucket list.' : '';
        answer({ json: upload ?? { uploadId }, text: `${text}${hint}`, failed: upload?.status !== 'uploaded' });
      });
    });
}
