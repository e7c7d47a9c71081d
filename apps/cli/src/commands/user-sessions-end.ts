import { endUserSessions } from '@tillgate/domain/users';
import { Command } from 'commander';
import { count } from '../count.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { email: string };

export function userSessionsEnd(answer: (answer: Answer) => void): Command {
  return new Command('end')
    .description('sign a user out of all browsers')
    .requiredOption('--email <address>', 'email address of the user')
    .action(async ({ email }: Options) => {
      const { userId, sessionsEnded } = await withOperator((ctx) => endUserSessions(ctx, { email }));
      answer({ json: { userId, sessionsEnded }, text: `Ended ${count(sessionsEnded, 'session')} of user ${userId}.` });
    });
}
