import { rotateSecret } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment } from '../table.ts';
import { readDuration } from '../time.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string; grace: string };

const help = `
The current secret goes on signing x-webhook-signature. The new one takes over when you run "tillgate endpoint activate",
or by itself when the grace period ends. Until then, webhook-signature (Standard Webhooks) is signed with both. If a
secret leaked, use --grace 0: the new one takes over at once, and no earlier one signs any more.

Examples:
  tillgate endpoint rotate --endpoint ENDPOINT
  tillgate endpoint rotate --endpoint ENDPOINT --grace 7d
  tillgate endpoint rotate --endpoint ENDPOINT --grace 0`;

export function endpointRotate(answer: (answer: Answer) => void): Command {
  return new Command('rotate')
    .description('create a new signing secret for an endpoint; it is shown only once')
    .addOption(endpointOption())
    .option('--grace <duration>', 'how long the current secret goes on signing, at most 7d', '24h')
    .addHelpText('after', help)
    .action(async ({ endpoint, grace }: Options) => {
      const graceSeconds = readDuration('--grace', grace);
      const json = await withOperator((ctx) => rotateSecret(ctx, { endpointId: endpoint, graceSeconds }));
      const next = json.retiredUntil
        ? `The new secret takes over at ${moment(json.retiredUntil)}, or when you run: tillgate endpoint activate --endpoint ${endpoint}\nUntil then the current secret signs.`
        : 'The new secret signs from now on. No earlier secret signs any more.';
      answer({ json, text: `${next} Store the new secret now. It is not shown again:\n${json.secret}` });
    });
}
