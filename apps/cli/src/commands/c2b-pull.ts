import type { Environment } from '@tillgate/db';
import { getPulledPayments, type PullState, setPulledPayments } from '@tillgate/domain/c2b';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption, refusedOption } from './options.ts';

type Options = { app: string; env: Environment; nominatedNumber?: string; off?: true };

const help = `
With --nominated-number, the worker registers the shortcode for the Pull Transactions API, and asks M-PESA every ten
minutes for payments of the last hours whose confirmation never came. They are recorded like confirmations. M-PESA tells
the nominated number of the registration. Without either option, the command prints how it stands.`;

export function c2bPull(answer: (answer: Answer) => void): Command {
  return new Command('pull')
    .description('repair missed confirmations of offline payments by asking M-PESA for them')
    .addOption(appOption())
    .addOption(envOption())
    .option('--nominated-number <phone>', 'Safaricom number of the merchant, such as 254712345678')
    .option('--off', 'stop asking')
    .addHelpText('after', help)
    .action(async ({ app, env, nominatedNumber, off }: Options) => {
      if (off && nominatedNumber !== undefined) throw refusedOption('--off', 'cannot be used with --nominated-number');
      const which = { applicationId: app, environment: env };
      const isChange = off || nominatedNumber !== undefined;
      const json = await withOperator((ctx) =>
        isChange
          ? setPulledPayments(ctx, { ...which, nominatedPhone: nominatedNumber ?? null })
          : getPulledPayments(ctx, which),
      );
      answer({ json, text: pullText(json) });
    });
}

function pullText({ shortcode, isOn, pullRegisteredAt, pulledTo, pullError, pullLeftOut }: PullState): string {
  if (!isOn) return `Payments to ${shortcode} are not pulled.`;
  const registered = pullRegisteredAt
    ? `Payments to ${shortcode} are pulled every ten minutes.`
    : `The worker registers ${shortcode} for pulled payments within a minute.`;
  const last = pulledTo ? `Pulled up to ${pulledTo.toISOString()}.` : 'Nothing is pulled yet.';
  const leftOut = (pullLeftOut ?? []).map(({ type, count }) =>
    type === null ? `Left out, not readable: ${count}` : `Left out, money that went out: ${count} of the type ${type}`,
  );
  return [registered, last, ...leftOut, ...(pullError ? [`The last try failed: ${pullError}`] : [])].join('\n');
}
