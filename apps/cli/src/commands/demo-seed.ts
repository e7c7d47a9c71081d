import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { seedDemo } from '../seed-demo.ts';

export function demoSeed(name: string, answer: (answer: Answer) => void): Command {
  return new Command(name)
    .description('make the demo merchant, unless there is any application already')
    .action(async () => {
      answer(
        await withOperator(async (ctx) => {
          if ((await ctx.db.prisma.application.count()) > 0) {
            return { json: { seeded: false }, text: 'There are applications already; nothing was made.' };
          }
          const demo = await seedDemo(ctx);
          return {
            json: { seeded: true, ...demo },
            text: `Made Demo Shop (${demo.applicationId}). Sign in as ${demo.email} with ${demo.password}.\nSandbox key: ${demo.key}`,
          };
        }),
      );
    });
}
