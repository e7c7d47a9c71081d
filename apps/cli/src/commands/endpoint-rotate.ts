import { rotateSecret } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment } from '../table.ts';
import { readDuration } from '../time.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string; grace: string };

const help = `
During the grace period, each delivery is signed with both secrets, so the receiver can switch at any time. If a secret
leaked, use --grace 0. It ends all earlier secrets at once.

Examples:
  tillgate endpoint rotate --endpoint ENDPOINT
  tillgate endpoint rotate --endpoint ENDPOINT --grace 7d
  tillgate endpoint rotate --endpoint ENDPOINT --grace 0`;

export function endpointRotate(answer: (answer: Answer) => void): Command {
  return new Command('rotate')
    .description('create a new signing secret for an endpoint; it is shown only once')
    .addOption(endpointOption())
    .option('--grace <duration>', 'how long the old secret keeps signing too, at most 7d', '24h')
    .addHelpText('after', help)
    .action(async ({ endpoint, grace }: Options) => {
      const graceSeconds = readDuration('--grace', grace);
      const json = await withOperator((ctx) => rotateSecret(ctx, { endpointId: endpoint, graceSeconds }));
      const old = json.retiredUntil ? `keeps signing until ${moment(json.retiredUntil)}` : 'no longer signs';
      answer({ json, text: `The old secret ${old}. Store the new secret now. It is not shown again:\n${json.secret}` });
    });
}
