import { activateSecret } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption } from './options.ts';

const help = `
Do this when your receiver has the new secret. Otherwise the new secret takes over by itself when the grace period of
the rotation ends.

Example:
  tillgate endpoint activate --endpoint ENDPOINT`;

export function endpointActivate(answer: (answer: Answer) => void): Command {
  return new Command('activate')
    .description('sign with the new secret of a rotation from now on')
    .addOption(endpointOption())
    .addHelpText('after', help)
    .action(async ({ endpoint }: { endpoint: string }) => {
      const json = await withOperator((ctx) => activateSecret(ctx, { endpointId: endpoint }));
      const text = json.activated
        ? 'The new secret signs every delivery. The old one no longer signs.'
        : 'The newest secret signs already. There is no rotation to end.';
      answer({ json, text });
    });
}
