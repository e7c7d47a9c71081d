import { getDelivery } from '@tillgate/domain/reading/deliveries';
import { Command } from 'commander';
import { deliveryText } from '../delivery-text.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { deliveryOption } from './options.ts';

type Options = { delivery: string };

export function deliveryShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show a delivery with its body, attempts and last response')
    .addOption(deliveryOption())
    .action(async ({ delivery }: Options) => {
      const json = await withOperator((ctx) => getDelivery(ctx, { deliveryId: delivery }));
      answer({ json, text: deliveryText(json) });
    });
}
