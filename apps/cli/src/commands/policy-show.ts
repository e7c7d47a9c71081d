import type { Environment } from '@tillgate/db';
import { policyLines, readPolicy } from '@tillgate/domain/policies';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption } from './options.ts';

type Options = { app: string; env: Environment };

export function policyShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show how much money may leave, and what needs approval')
    .addOption(appOption())
    .addOption(envOption())
    .action(async ({ app, env }: Options) => {
      const json = await withOperator((ctx) => readPolicy(ctx, { applicationId: app, environment: env }));
      answer({ json, text: policyLines(json).join('\n') });
    });
}
