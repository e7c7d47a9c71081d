import { Command } from 'commander';
import { seedDemo } from '../demo/seed-demo.ts';
import { unfinishedName } from '../demo/unfinished.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { history: boolean; receiver: string };

/** Enough connections for the payments that the history creates in parallel, with a few to spare. */
const poolMax = 10;

export function demoSeed(answer: (answer: Answer) => void): Command {
  return new Command('seed')
    .description('create the demo merchant with two months of history, unless an application exists')
    .option('--no-history', 'create only people, credentials, a key and a webhook endpoint')
    .option('--receiver <url>', 'address that receives the webhooks of the shop', 'http://localhost:4003/webhooks')
    .action(async ({ history, receiver: receiverUrl }: Options) => {
      answer(
        await withOperator(
          async (ctx) => {
            // A demo merchant whose seeding was interrupted does not count: it is created again.
            if (
              (await ctx.db.prisma.application.count({ where: { organization: { name: { not: unfinishedName } } } })) >
              0
            ) {
              return { json: { seeded: false }, text: 'Applications already exist. Nothing was created.' };
            }
            const demo = await seedDemo(ctx, { history, receiverUrl });
            const emails = demo.people.map(({ email, role }) => `  ${email} (${role})`).join('\n');
            return {
              json: { seeded: true, ...demo },
              text: `Created Demo Shop (${demo.applicationId}).\nSandbox key: ${demo.key}\nSign in with ${demo.password} as\n${emails}${
                history
                  ? '\nIts provider statement, to import: npm run -s tillgate -- demo statement --out statement.csv'
                  : ''
              }`,
            };
          },
          { poolMax },
        ),
      );
    });
}
