import { rotateSecret } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment } from '../table.ts';
import { readDuration } from '../time.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string; grace: string };

const help = `
During the grace every delivery carries the signatures of the old secret and of the new one, so that a receiver can change
at any time. A secret that has leaked must end at once: --grace 0 ends all replaced ones.

Examples:
  tillgate endpoint rotate --endpoint ENDPOINT
  tillgate endpoint rotate --endpoint ENDPOINT --grace 7d
  tillgate endpoint rotate --endpoint ENDPOINT --grace 0`;

export function endpointRotate(answer: (answer: Answer) => void): Command {
  return new Command('rotate')
    .description('give an endpoint a new signing secret; it is shown this once and never again')
    .addOption(endpointOption())
    .option('--grace <duration>', 'how long the old secret goes on signing beside it, at most 7d', '24h')
    .addHelpText('after', help)
    .action(async ({ endpoint, grace }: Options) => {
      const graceSeconds = readDuration('--grace', grace);
      const json = await withOperator((ctx) => rotateSecret(ctx, { endpointId: endpoint, graceSeconds }));
      const old = json.retiredUntil ? `signs beside it until ${moment(json.retiredUntil)}` : 'signs no more';
      answer({ json, text: `The old secret ${old}. Keep the new one now, it is not shown again:\n${json.secret}` });
    });
}
