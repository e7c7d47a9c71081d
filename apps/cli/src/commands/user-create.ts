import { createUser } from '@tillgate/domain/users';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { resolveSecret, secretHelp } from '../secret.ts';

type Options = { email: string; password: string; name?: string };

export function userCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('create a user who can sign in to the dashboard')
    .requiredOption('--email <address>', 'email address, used to sign in')
    .requiredOption('--password <secret>', '10 to 200 characters, hard to guess')
    .option('--name <name>', 'name, as shown to others')
    .addHelpText('after', secretHelp)
    .action(async ({ email, password, name }: Options) => {
      const secret = await resolveSecret('--password', password);
      const { userId } = await withOperator((ctx) => createUser(ctx, { email, password: secret, name }));
      answer({ json: { userId }, text: `Created user ${userId}.` });
    });
}
