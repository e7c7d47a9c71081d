import { sendAsNew } from '@tillgate/domain/deliveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { deliveryOption } from './options.ts';

type Options = { delivery: string };

const help = `
Mind that a receiver dedupes on x-webhook-id, and this one is new: unless it dedupes on something else too, it acts twice.
Use it for a receiver that has taken the first delivery and lost it; else use: tillgate delivery resend`;

export function deliverySendAsNew(answer: (answer: Answer) => void): Command {
  return new Command('send-as-new')
    .description('send the event of a delivery once more under a new x-webhook-id, which a receiver takes for news')
    .addOption(deliveryOption())
    .addHelpText('after', help)
    .action(async ({ delivery }: Options) => {
      const json = await withOperator((ctx) => sendAsNew(ctx, { deliveryId: delivery }));
      const text = json.queued ? 'Sent as' : 'Sent a moment ago as';
      answer({ json, text: `${text} delivery ${json.deliveryId}.` });
    });
}
