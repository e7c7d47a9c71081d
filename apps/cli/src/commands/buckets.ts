import { setTimeout as pause } from 'node:timers/promises';
import { addBucket, removeBucket, replaceBucketKeys, testBucket } from '@tillgate/domain/buckets';
import { listBuckets, type UploadView } from '@tillgate/domain/reading/buckets';
import { bucketsText, uploadText } from '../bucket-text.ts';
import { group, tenantCommand } from '../command.ts';
import { flag, optional, required } from '../fields.ts';
import { resolveSecret, secretHelp } from '../secret.ts';

const bucketId = required('--bucket <id>', 'bucket ID');
const accessKeys = {
  accessKeyId: required('--access-key-id <id>', 'access key ID'),
  secretAccessKey: required('--secret-access-key <secret>', 'secret access key').as(resolveSecret),
};

const pauseMs = 1_000;
/** The worker finds a test within seconds. A server that never responds takes longer. */
const looksMax = 60;

export const buckets = group(
  'bucket',
  'buckets that scheduled files are uploaded to',
  tenantCommand('add', {
    about: 'add a bucket that schedules can upload files to; its keys are encrypted',
    options: {
      name: required('--name <name>', 'name that people see'),
      endpoint: optional('--endpoint <url>', 'https address of an S3-compatible server (default: Amazon S3)'),
      region: required('--region <region>', 'region of the bucket; servers without regions mostly take us-east-1'),
      bucket: required('--bucket <bucket>', 'name of the bucket'),
      prefix: optional('--prefix <folder>', 'folder of the files (default: none)'),
      pathStyle: flag('--no-path-style', 'with --endpoint: the bucket is part of the host name'),
      ...accessKeys,
    },
    help: `${secretHelp}

The keys need s3:PutObject and s3:AbortMultipartUpload for the folder, and nothing else.

Example:
  tillgate bucket add --app APP --env production --name Finance --region eu-west-1 --bucket shop-exports \\
    --prefix tillgate --access-key-id AKIA... --secret-access-key @secret.txt`,
    verb: (ctx, { app: _app, env: _env, pathStyle, ...bucket }) =>
      addBucket(ctx, { ...bucket, pathStyle: bucket.endpoint !== undefined && pathStyle }),
    text: (added, { app, env }) =>
      `Added bucket ${added.bucketId}. To test it:\n  tillgate bucket test --app ${app} --env ${env} --bucket ${added.bucketId}`,
  }),
  tenantCommand('list', {
    about: 'list the buckets of an application, by name, with the last file of each',
    verb: async (ctx) => ({ buckets: await listBuckets(ctx) }),
    text: (result) => bucketsText(result.buckets),
  }),
  tenantCommand('test', {
    about: 'upload a test file to a bucket and show the result',
    options: { bucketId },
    verb: async (ctx, { bucketId }) => {
      const { uploadId } = await testBucket(ctx, { bucketId });
      let upload: UploadView | undefined;
      for (let look = 1; look <= looksMax && (upload === undefined || upload.status === 'due'); look += 1) {
        await pause(pauseMs);
        const bucket = (await listBuckets(ctx)).find((each) => each.bucketId === bucketId);
        upload = bucket?.last?.uploadId === uploadId ? bucket.last : upload;
      }
      return { uploadId, upload };
    },
    json: ({ uploadId, upload }) => upload ?? { uploadId },
    text: ({ upload }) => {
      const hint = upload?.status === 'due' ? '\nNo result yet. Is a worker running? See tillgate bucket list.' : '';
      return `${upload ? uploadText(upload) : 'waiting for the worker'}${hint}`;
    },
    failed: ({ upload }) => upload?.status !== 'uploaded',
  }),
  tenantCommand('replace-keys', {
    about: 'replace the keys of a bucket; waiting uploads are retried immediately',
    options: { bucketId, ...accessKeys },
    help: secretHelp,
    verb: (ctx, { bucketId, accessKeyId, secretAccessKey }) =>
      replaceBucketKeys(ctx, { bucketId, accessKeyId, secretAccessKey }),
    text: (_, { bucketId }) => `Bucket ${bucketId} has other keys. They are sealed.`,
  }),
  tenantCommand('remove', {
    about: 'remove a bucket and its keys from Tillgate; files in the bucket stay',
    options: { bucketId },
    verb: async (ctx, { bucketId }) => ({ bucketId, ...(await removeBucket(ctx, { bucketId })) }),
    text: ({ bucketId }) => `Removed bucket ${bucketId}.`,
  }),
);
