import { resetSecondFactor } from '@tillgate/domain/users';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { email: string };

export function userResetSecondFactor(answer: (answer: Answer) => void): Command {
  return new Command('reset-second-factor')
    .description('let a person who has lost authenticator app and recovery codes sign in with the password alone')
    .requiredOption('--email <address>', 'who; signed out everywhere')
    .action(async ({ email }: Options) => {
      const { userId } = await withOperator((ctx) => resetSecondFactor(ctx, { email }));
      answer({ json: { userId }, text: `User ${userId} has no second factor any more, and is signed out everywhere.` });
    });
}
