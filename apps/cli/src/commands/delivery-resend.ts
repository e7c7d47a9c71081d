import { resendDelivery } from '@tillgate/domain/deliveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { deliveryOption } from './options.ts';

type Options = { delivery: string };

const help = `
It goes out under the same x-webhook-id, so a receiver that has it already notices. One that has ended gets its whole
schedule anew; one that waits for a retry gets that now.`;

export function deliveryResend(answer: (answer: Answer) => void): Command {
  return new Command('resend')
    .description('send a delivery again, whatever became of it')
    .addOption(deliveryOption())
    .addHelpText('after', help)
    .action(async ({ delivery }: Options) => {
      const json = await withOperator((ctx) => resendDelivery(ctx, { deliveryId: delivery }));
      const text = json.queued ? 'is sent again' : 'is on its way already';
      answer({ json, text: `Delivery ${delivery} ${text}.` });
    });
}
