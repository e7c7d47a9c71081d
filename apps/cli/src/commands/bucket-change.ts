import { removeBucket, replaceBucketKeys } from '@tillgate/domain/buckets';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { resolveSecret, secretHelp } from '../secret.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

type Options = TenantOptions & { bucket: string };
type KeyOptions = Options & { accessKeyId: string; secretAccessKey: string };

function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--bucket <id>', 'bucket ID');
}

export function bucketReplaceKeys(answer: (answer: Answer) => void): Command {
  return command('replace-keys', 'give a bucket other keys; files that wait are tried again at once')
    .requiredOption('--access-key-id <id>', 'access key ID')
    .requiredOption('--secret-access-key <secret>', 'secret access key')
    .addHelpText('after', secretHelp)
    .action(async ({ app, env, bucket: bucketId, accessKeyId, ...options }: KeyOptions) => {
      const secretAccessKey = await resolveSecret('--secret-access-key', options.secretAccessKey);
      const keys = { bucketId, accessKeyId, secretAccessKey };
      const json = await withTenant({ app, env }, (ctx) => replaceBucketKeys(ctx, keys));
      answer({ json, text: `Bucket ${bucketId} has other keys. They are sealed.` });
    });
}

export function bucketRemove(answer: (answer: Answer) => void): Command {
  return command('remove', 'forget a bucket and its keys; files in it stay there').action(
    async ({ app, env, bucket: bucketId }: Options) => {
      const removed = await withTenant({ app, env }, (ctx) => removeBucket(ctx, { bucketId }));
      answer({ json: { bucketId, ...removed }, text: `Removed bucket ${bucketId}.` });
    },
  );
}
