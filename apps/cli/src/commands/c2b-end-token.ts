import type { Environment } from '@tillgate/db';
import { endHookTokens } from '@tillgate/domain/c2b';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption } from './options.ts';

type Options = { app: string; env: Environment };

export function c2bEndToken(answer: (answer: Answer) => void): Command {
  return new Command('end-token')
    .description('end the replaced tokens of an application now; payments reported to their URLs are not taken')
    .addOption(appOption())
    .addOption(envOption())
    .action(async ({ app, env }: Options) => {
      const json = await withOperator((ctx) => endHookTokens(ctx, { applicationId: app, environment: env }));
      answer({ json, text: `${json.ended} replaced token(s) ended.` });
    });
}
