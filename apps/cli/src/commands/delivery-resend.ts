import { resendDelivery } from '@tillgate/domain/deliveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { deliveryOption } from './options.ts';

type Options = { delivery: string };

const help = `
The delivery keeps its x-webhook-id, so the receiver can ignore a duplicate. A delivery that has ended starts its retry
schedule again. A delivery that waits for a retry is sent now.`;

export function deliveryResend(answer: (answer: Answer) => void): Command {
  return new Command('resend')
    .description('resend a delivery, whatever its status')
    .addOption(deliveryOption())
    .addHelpText('after', help)
    .action(async ({ delivery }: Options) => {
      const json = await withOperator((ctx) => resendDelivery(ctx, { deliveryId: delivery }));
      const text = json.queued ? 'was queued again' : 'is already queued';
      answer({ json, text: `Delivery ${delivery} ${text}.` });
    });
}
