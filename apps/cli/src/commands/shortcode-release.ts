import type { Environment } from '@tillgate/db';
import { releaseShortcode } from '@tillgate/domain/applications';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { envOption } from './options.ts';

type Options = { shortcode: string; env: Environment };

export function shortcodeRelease(answer: (answer: Answer) => void): Command {
  return new Command('release')
    .description('take a shortcode from its organization; the next one whose credentials M-PESA accepts owns it')
    .requiredOption('--shortcode <number>', 'paybill number, or store number of a till')
    .addOption(envOption())
    .action(async ({ shortcode, env }: Options) => {
      const { organizationId } = await withOperator((ctx) => releaseShortcode(ctx, { shortcode, environment: env }));
      const text = `Shortcode ${shortcode} no longer belongs to organization ${organizationId}.`;
      answer({ json: { shortcode, environment: env, organizationId }, text });
    });
}
