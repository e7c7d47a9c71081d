import { createApplication } from '@tillgate/domain/applications';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { name: string; owner: string };

export function appCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('create an application: a merchant account with its own keys, credentials and payments')
    .requiredOption('--name <name>', 'name, as shown in the dashboard')
    .requiredOption(
      '--owner <address>',
      'email address of the user who owns it; gets an organization if they have none',
    )
    .action(async ({ name, owner }: Options) => {
      const { applicationId } = await withOperator((ctx) => createApplication(ctx, { name, ownerEmail: owner }));
      answer({ json: { applicationId }, text: `Created application ${applicationId}.` });
    });
}
