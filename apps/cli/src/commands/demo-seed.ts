import { Command } from 'commander';
import { seedDemo } from '../demo/seed-demo.ts';
import { unfinishedName } from '../demo/unfinished.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { history: boolean; receiver: string };

/** One for each payment of the history that happens at the same time, and some. */
const poolMax = 10;

export function demoSeed(name: string, answer: (answer: Answer) => void): Command {
  return new Command(name)
    .description('make the demo merchant with two months of history, unless there is any application already')
    .option('--no-history', 'people, credentials and a key alone')
    .option('--receiver <url>', 'where the webhooks of the shop go', 'http://localhost:4003/webhooks')
    .action(async ({ history, receiver: receiverUrl }: Options) => {
      answer(
        await withOperator(
          async (ctx) => {
            // One that was cut short is made anew.
            if (
              (await ctx.db.prisma.application.count({ where: { organization: { name: { not: unfinishedName } } } })) >
              0
            ) {
              return { json: { seeded: false }, text: 'There are applications already; nothing was made.' };
            }
            const demo = await seedDemo(ctx, { history, receiverUrl });
            const emails = demo.people.map(({ email, role }) => `  ${email} (${role})`).join('\n');
            return {
              json: { seeded: true, ...demo },
              text: `Made Demo Shop (${demo.applicationId}).\nSandbox key: ${demo.key}\nSign in with ${demo.password} as\n${emails}`,
            };
          },
          { poolMax },
        ),
      );
    });
}
