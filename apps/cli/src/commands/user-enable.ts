import { enableUser } from '@tillgate/domain/users';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { email: string; reason?: string };

export function userEnable(answer: (answer: Answer) => void): Command {
  return new Command('enable')
    .description('let a disabled user sign in again')
    .requiredOption('--email <address>', 'email address of the user')
    .option('--reason <text>', 'why, for the audit')
    .action(async ({ email, reason }: Options) => {
      const { userId } = await withOperator((ctx) => enableUser(ctx, { email, reason }));
      answer({ json: { userId }, text: `Enabled user ${userId}. The user can sign in again.` });
    });
}
