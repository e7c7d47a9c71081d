import { addBucket } from '@tillgate/domain/buckets';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { resolveSecret, secretHelp } from '../secret.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

type Options = TenantOptions & {
  name: string;
  endpoint?: string;
  region: string;
  bucket: string;
  prefix?: string;
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

const help = `${secretHelp}

The keys need s3:PutObject and s3:AbortMultipartUpload for the folder, and nothing else.

Example:
  tillgate bucket add --app APP --env production --name Finance --region eu-west-1 --bucket shop-exports \\
    --prefix tillgate --access-key-id AKIA... --secret-access-key @secret.txt`;

export function bucketAdd(answer: (answer: Answer) => void): Command {
  return new Command('add')
    .description('name a bucket that schedules can put files into; its keys are sealed')
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--name <name>', 'name that people see')
    .option('--endpoint <url>', 'https address of an S3-compatible server (default: Amazon S3)')
    .requiredOption('--region <region>', 'region of the bucket; servers without regions mostly take us-east-1')
    .requiredOption('--bucket <bucket>', 'name of the bucket')
    .option('--prefix <folder>', 'folder of the files (default: none)')
    .option('--no-path-style', 'with --endpoint: the bucket is part of the host name')
    .requiredOption('--access-key-id <id>', 'access key ID')
    .requiredOption('--secret-access-key <secret>', 'secret access key')
    .addHelpText('after', help)
    .action(async ({ app, env, pathStyle, ...options }: Options) => {
      const secretAccessKey = await resolveSecret('--secret-access-key', options.secretAccessKey);
      const isPathStyle = options.endpoint !== undefined && pathStyle;
      const input = { ...options, secretAccessKey, pathStyle: isPathStyle };
      const json = await withTenant({ app, env }, (ctx) => addBucket(ctx, input));
      answer({
        json,
        text: `Added bucket ${json.bucketId}. To test it:\n  tillgate bucket test --app ${app} --env ${env} --bucket ${json.bucketId}`,
      });
    });
}
