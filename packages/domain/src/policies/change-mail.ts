import { type NewMail, oneLine } from '../mails/index.ts';
import { amountFields, isLoosening, type Policy } from './policy.ts';

const nameCharactersMax = 200;

const labels: Record<(typeof amountFields)[number], { label: string; none: string }> = {
  payoutFrom: { label: 'Payouts need approval from', none: 'never' },
  reversalFrom: { label: 'Refunds need approval from', none: 'never' },
  batchFrom: { label: 'Batches of payouts need approval from', none: 'always in production' },
  resolutionFrom: { label: 'Resolving by hand needs approval from', none: 'always in production' },
  apiApprovalFrom: { label: 'API requests need a person from', none: 'never' },
  perTransaction: { label: 'Limit of one payout or refund', none: 'no limit' },
  perDay: { label: 'Limit per day', none: 'no limit' },
  perRecipientPerDay: { label: 'Limit per recipient and day', none: 'no limit' },
  perKeyPerDay: { label: 'Limit per API key and day', none: 'no limit' },
};

const fields = [...amountFields, 'requireKey'] as const;
type Field = (typeof fields)[number];

const labelOf = (field: Field) => (field === 'requireKey' ? 'Idempotency-Key in production' : labels[field].label);

function textOf(policy: Policy, field: Field): string {
  if (field === 'requireKey') return policy.requireKey ? 'required' : 'not required';
  const amount = policy[field];
  if (field === 'apiApprovalFrom' && amount === null && policy.apiLikeDashboard) return 'the amounts of the dashboard';
  return amount === null ? labels[field].none : `KES ${amount.toLocaleString('en-KE')}`;
}

/** A policy, one line for each field, for people. */
export function policyLines(policy: Policy): string[] {
  return fields.map((field) => `${labelOf(field)}: ${textOf(policy, field)}`);
}

/** What a change of a policy changes, one line each, for people. */
export function changeLines(before: Policy, after: Policy): string[] {
  return fields
    .filter((field) => textOf(before, field) !== textOf(after, field))
    .map((field) => `${labelOf(field)}: ${textOf(before, field)} → ${textOf(after, field)}`);
}

type Change = { place: string; before: Policy; after: Policy; by: string; agreedBy: string | undefined };

/** Tells an owner that a policy was changed. */
export function changeMail({ place, before, after, by, agreedBy }: Change): Pick<NewMail, 'subject' | 'text'> {
  const loosens = isLoosening(before, after);
  const changer = oneLine(by, nameCharactersMax);
  const agreed = agreedBy
    ? ` ${oneLine(agreedBy, nameCharactersMax)} approved it.`
    : loosens
      ? ' No second person had to approve it.'
      : '';
  const text = [
    `${changer} changed the policy of ${place}.${agreed}`,
    changeLines(before, after).join('\n'),
    loosens ? 'The policy now allows more than before.' : 'The policy now allows less than before.',
    'If you did not expect this, open Payout controls in the dashboard and tell the other owners.',
  ].join('\n\n');
  return { subject: `Policy changed: ${place}`, text: `${text}\n` };
}
