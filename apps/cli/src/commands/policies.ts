import { setPolicy } from '@tillgate/domain/orders';
import { policyLines, readPolicy } from '@tillgate/domain/policies';
import { group, operatorCommand } from '../command.ts';
import { optional } from '../fields.ts';
import { applicationOptions, refusedOption } from '../options.ts';

/** An amount of the policy. */
const amount = (option: string, about: string) => optional(`${option} <kes>`, about).as(readAmount);

export const policies = group(
  'policy',
  'limits on money out and what needs approval',
  operatorCommand('set', {
    about: 'set the limits on payouts and refunds, and what needs approval',
    options: {
      ...applicationOptions,
      payoutFrom: amount('--payout-from', 'payouts from the dashboard that reach this in 24 hours need approval'),
      reversalFrom: amount('--reversal-from', 'refunds from the dashboard that reach this in 24 hours need approval'),
      batchFrom: amount(
        '--batch-from',
        'batches of payouts that reach this with the payouts of 24 hours need approval; empty: always in production',
      ),
      resolutionFrom: amount(
        '--resolution-from',
        'resolving by hand this much in 24 hours needs approval; empty: always in production',
      ),
      api: optional(
        '--api-approval-from <kes>',
        'the API refuses payouts and reversals of this or more; `dashboard`: of what needs approval in the dashboard',
      ).as(readApi),
      perTransaction: amount('--per-transaction', 'the most that one payout or reversal can send'),
      perDay: amount('--per-day', 'the most that can be sent in 24 hours'),
      perRecipientPerDay: amount('--per-recipient', 'the most that one phone can receive in 24 hours'),
      perKeyPerDay: amount('--per-key', 'the most that one API key can send in 24 hours'),
      requireKey: optional(
        '--require-key <yes|no>',
        'whether payouts and reversals in production need an Idempotency-Key',
      ).as(readYesOrNo),
    },
    help: '\nAmounts are whole KES; `none` removes a limit. Options that you omit do not change.\nA change takes effect immediately, and all owners get an email.',
    verb: async (ctx, { applicationId, environment, api, ...change }) => {
      const { policy } = await setPolicy({ ...ctx, tenant: { applicationId, environment } }, { ...change, ...api });
      return policy;
    },
    text: (policy) => policyLines(policy).join('\n'),
  }),
  operatorCommand('show', {
    about: 'show the limits on payouts and refunds, and what needs approval',
    options: applicationOptions,
    verb: readPolicy,
    text: (policy) => policyLines(policy).join('\n'),
  }),
);

function readAmount(option: string, text: string): number | null {
  if (text === 'none') return null;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw refusedOption(option, 'must be whole KES, or none');
  return Number(text);
}

/** `none` is never, also where the dashboard asks a second person. */
function readApi(option: string, text: string): { apiApprovalFrom: number | null; apiLikeDashboard?: boolean } {
  if (text === 'dashboard') return { apiApprovalFrom: null, apiLikeDashboard: true };
  const apiApprovalFrom = readAmount(option, text);
  return { apiApprovalFrom, ...(apiApprovalFrom === null && { apiLikeDashboard: false }) };
}

function readYesOrNo(option: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw refusedOption(option, 'must be yes or no');
  return text === 'yes';
}
