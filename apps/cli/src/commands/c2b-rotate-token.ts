import type { Environment } from '@tillgate/db';
import { rotateHookToken } from '@tillgate/domain/c2b';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption, readWholeNumber } from './options.ts';

type Options = { app: string; env: Environment; graceHours?: string };

const hourSeconds = 3_600;

const help = `
M-PESA knows only the old URL until POST /c2b-register has registered the new one. The old token is taken until then and
for the grace after it. With --grace-hours 0 it ends at once: payments are not reported until the new URL is registered.`;

export function c2bRotateToken(answer: (answer: Answer) => void): Command {
  return new Command('rotate-token')
    .description('replace the secret token in the URL that receives offline payments')
    .addOption(appOption())
    .addOption(envOption())
    .option(
      '--grace-hours <hours>',
      '"manual", or hours that the old token is taken after the registration (default: 24)',
    )
    .addHelpText('after', help)
    .action(async ({ app, env, graceHours }: Options) => {
      const hours = graceHours === 'manual' ? null : readWholeNumber('--grace-hours', graceHours);
      const graceSeconds = typeof hours === 'number' ? hours * hourSeconds : hours;
      const json = await withOperator((ctx) =>
        rotateHookToken(ctx, { applicationId: app, environment: env, graceSeconds }),
      );
      answer({ json, text: rotatedText(json) });
    });
}

function rotatedText({ shortcode, graceSeconds }: { shortcode: string; graceSeconds: number | null }): string {
  const next = 'Now register it with M-PESA: POST /c2b-register, or Offline payments in the dashboard.';
  const old =
    graceSeconds === null
      ? 'The old token is taken until you run "tillgate c2b end-token".'
      : graceSeconds === 0
        ? 'The old token has ended.'
        : `The old token is taken until ${graceSeconds / hourSeconds} h after M-PESA accepts the new URL.`;
  return `Shortcode ${shortcode} has a new token. ${next}\n${old}`;
}
