import { cancelDelivery } from '@tillgate/domain/deliveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { deliveryOption } from './options.ts';

type Options = { delivery: string };

export function deliveryCancel(answer: (answer: Answer) => void): Command {
  return new Command('cancel')
    .description('cancel a delivery that waits for an attempt')
    .addOption(deliveryOption())
    .action(async ({ delivery }: Options) => {
      const json = await withOperator((ctx) => cancelDelivery(ctx, { deliveryId: delivery }));
      const text = json.cancelled ? 'is cancelled' : `had already ended: ${json.status}`;
      answer({ json, text: `Delivery ${delivery} ${text}.` });
    });
}
