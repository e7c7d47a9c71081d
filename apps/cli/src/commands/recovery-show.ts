import { getRecovery } from '@tillgate/domain/reading/recoveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { recoveryText } from '../recovery-text.ts';
import { recoveryOption } from './options.ts';

type Options = { recovery: string };

export function recoveryShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show the progress of a recovery')
    .addOption(recoveryOption())
    .action(async ({ recovery }: Options) => {
      const json = await withOperator((ctx) => getRecovery(ctx, { recoveryId: recovery }));
      answer({ json, text: recoveryText(json) });
    });
}
