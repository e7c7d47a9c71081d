import { listBuckets } from '@tillgate/domain/reading/buckets';
import { Command } from 'commander';
import { bucketsText } from '../bucket-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

export function bucketList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the buckets of an application, by name, with the last file of each')
    .addOption(appOption())
    .addOption(envOption())
    .action(async ({ app, env }: TenantOptions) => {
      const buckets = await withTenant({ app, env }, listBuckets);
      answer({ json: { buckets }, text: bucketsText(buckets) });
    });
}
