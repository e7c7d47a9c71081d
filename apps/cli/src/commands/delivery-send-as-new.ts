import { sendAsNew } from '@tillgate/domain/deliveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { deliveryOption } from './options.ts';

type Options = { delivery: string };

const help = `
The new delivery has a new x-webhook-id. A receiver that uses this ID to ignore duplicates will process the event twice.
Use this only if the receiver acknowledged the first delivery and lost it. Otherwise use: tillgate delivery resend`;

export function deliverySendAsNew(answer: (answer: Answer) => void): Command {
  return new Command('send-as-new')
    .description('send the event of a delivery as a new delivery with a new x-webhook-id')
    .addOption(deliveryOption())
    .addHelpText('after', help)
    .action(async ({ delivery }: Options) => {
      const json = await withOperator((ctx) => sendAsNew(ctx, { deliveryId: delivery }));
      const text = json.queued ? 'Sent as' : 'Already sent a moment ago as';
      answer({ json, text: `${text} delivery ${json.deliveryId}.` });
    });
}
