import { resetSecondFactor } from '@tillgate/domain/users';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { email: string };

export function userResetSecondFactor(answer: (answer: Answer) => void): Command {
  return new Command('reset-second-factor')
    .description('remove the authenticator app of a user who lost it, so that they sign in with the password alone')
    .requiredOption('--email <address>', 'email address of the user, who is signed out everywhere')
    .action(async ({ email }: Options) => {
      const { userId } = await withOperator((ctx) => resetSecondFactor(ctx, { email }));
      answer({
        json: { userId },
        text: `Removed the second factor of user ${userId}. The user was signed out everywhere.`,
      });
    });
}
