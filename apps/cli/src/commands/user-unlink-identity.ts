import { unlinkIdentity } from '@tillgate/domain/users';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { email: string };

export function userUnlinkIdentity(answer: (answer: Answer) => void): Command {
  return new Command('unlink-identity')
    .description('untie a user from the identity provider; the next sign-in with the verified address ties them anew')
    .requiredOption('--email <address>', 'email address of the user, who is signed out everywhere')
    .action(async ({ email }: Options) => {
      const { userId } = await withOperator((ctx) => unlinkIdentity(ctx, { email }));
      answer({
        json: { userId },
        text: `Unlinked user ${userId} from the identity provider. The user was signed out everywhere.`,
      });
    });
}
