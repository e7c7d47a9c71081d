import { createApplication } from '@tillgate/domain/applications';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { name: string; owner: string };

export function appCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('make an application: a merchant account with its own keys, credentials and payments')
    .requiredOption('--name <name>', 'name, as shown in the dashboard')
    .requiredOption(
      '--owner <address>',
      'e-mail address of the user who owns it; gets an organization if there is none',
    )
    .action(async ({ name, owner }: Options) => {
      const { applicationId } = await withOperator((ctx) => createApplication(ctx, { name, ownerEmail: owner }));
      answer({ json: { applicationId }, text: `Made application ${applicationId}.` });
    });
}
