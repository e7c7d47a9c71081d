import { cancelRecovery } from '@tillgate/domain/recoveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { recoveryOption } from './options.ts';

type Options = { recovery: string };

export function recoveryCancel(answer: (answer: Answer) => void): Command {
  return new Command('cancel')
    .description('stop a recovery; deliveries that it has queued are still sent')
    .addOption(recoveryOption())
    .action(async ({ recovery }: Options) => {
      const json = await withOperator((ctx) => cancelRecovery(ctx, { recoveryId: recovery }));
      const text = json.cancelled ? 'is cancelled' : `had already ended: ${json.status}`;
      answer({ json, text: `Recovery ${recovery} ${text}.` });
    });
}
