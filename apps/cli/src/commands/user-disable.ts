import { listLiveKeysOf } from '@tillgate/domain/organizations';
import { disableUser } from '@tillgate/domain/users';
import { Command } from 'commander';
import { count } from '../count.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { email: string; reason?: string };

export function userDisable(answer: (answer: Answer) => void): Command {
  return new Command('disable')
    .description('let nobody sign in as a user, and sign the user out everywhere')
    .requiredOption('--email <address>', 'email address of the user')
    .option('--reason <text>', 'why, for the audit')
    .action(async ({ email, reason }: Options) => {
      const { userId, sessionsEnded, liveKeys } = await withOperator(async (ctx) => {
        const disabled = await disableUser(ctx, { email, reason });
        const { userId } = disabled;
        return { ...disabled, liveKeys: await listLiveKeysOf(ctx.db.prisma, { userId }, ctx.clock.now()) };
      });
      const keys = liveKeys.map(
        ({ keyId, name, lastFour, environment, applicationName }) =>
          `  ${keyId}  ${name} (…${lastFour}), ${applicationName}, ${environment}`,
      );
      const text = [
        `Disabled user ${userId} and ended ${count(sessionsEnded, 'session')}.`,
        ...(keys.length === 0
          ? []
          : ['API keys that the user made still work. Revoke them with `key revoke`:', ...keys]),
      ].join('\n');
      answer({ json: { userId, sessionsEnded, liveKeys }, text });
    });
}
