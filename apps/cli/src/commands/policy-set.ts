import type { Environment } from '@tillgate/db';
import { setPolicy } from '@tillgate/domain/orders';
import { policyLines } from '@tillgate/domain/policies';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption, refusedOption } from './options.ts';

/** The options that are amounts, by the field of the policy that each sets. */
const amounts = {
  payoutFrom: ['--payout-from', 'payouts from the dashboard that reach this in 24 hours need approval'],
  reversalFrom: ['--reversal-from', 'refunds from the dashboard that reach this in 24 hours need approval'],
  resolutionFrom: [
    '--resolution-from',
    'resolving by hand this much in 24 hours needs approval; empty: always in production',
  ],
  apiApprovalFrom: ['--api-approval-from', 'the API refuses payouts and reversals of this or more'],
  perTransaction: ['--per-transaction', 'the most that one payout or reversal can send'],
  perDay: ['--per-day', 'the most that can leave in 24 hours'],
  perRecipient: ['--per-recipient', 'the most that one phone can get in 24 hours'],
  perKey: ['--per-key', 'the most that one API key can send in 24 hours'],
} as const;
type Amount = keyof typeof amounts;

type Options = { app: string; env: Environment; requireKey?: string } & Partial<Record<Amount, string>>;

export function policySet(answer: (answer: Answer) => void): Command {
  const command = new Command('set')
    .description('set how much money may leave, and what needs approval')
    .addOption(appOption())
    .addOption(envOption());
  for (const [flag, description] of Object.values(amounts)) command.option(`${flag} <kes>`, description);
  return command
    .option('--require-key <yes|no>', 'whether payouts and reversals in production need an Idempotency-Key')
    .addHelpText(
      'after',
      '\nAmounts are whole KES; `none` removes one. What you omit does not change.\nA change holds at once, and all owners get a mail.',
    )
    .action(async (options: Options) => {
      const change = {
        payoutFrom: readAmount(options, 'payoutFrom'),
        reversalFrom: readAmount(options, 'reversalFrom'),
        resolutionFrom: readAmount(options, 'resolutionFrom'),
        apiApprovalFrom: readAmount(options, 'apiApprovalFrom'),
        perTransaction: readAmount(options, 'perTransaction'),
        perDay: readAmount(options, 'perDay'),
        perRecipientPerDay: readAmount(options, 'perRecipient'),
        perKeyPerDay: readAmount(options, 'perKey'),
        requireKey: readYesOrNo(options.requireKey),
      };
      const tenant = { applicationId: options.app, environment: options.env };
      const { policy } = await withOperator((ctx) => setPolicy({ ...ctx, tenant }, change));
      answer({ json: policy, text: policyLines(policy).join('\n') });
    });
}

function readAmount(options: Options, name: Amount): number | null | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw refusedOption(amounts[name][0], 'must be whole KES, or none');
  return Number(text);
}

function readYesOrNo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw refusedOption('--require-key', 'must be yes or no');
  return text === 'yes';
}
