import { type NewMail, oneLine } from '../mails/index.ts';
import { amountFields, isLoosening, type Policy } from './policy.ts';

const nameCharactersMax = 200;

const labels: Record<(typeof amountFields)[number], { label: string; none: string }> = {
  payoutFrom: { label: 'Payouts need approval from', none: 'never' },
  reversalFrom: { label: 'Refunds need approval from', none: 'never' },
  apiApprovalFrom: { label: 'API requests need a person from', none: 'never' },
  perTransaction: { label: 'Limit of one payout or refund', none: 'no limit' },
  perDay: { label: 'Limit per day', none: 'no limit' },
  perRecipientPerDay: { label: 'Limit per recipient and day', none: 'no limit' },
  perKeyPerDay: { label: 'Limit per API key and day', none: 'no limit' },
};

/** What a change of a policy changes, one line each, for people. */
export function changeLines(before: Policy, after: Policy): string[] {
  const lines = amountFields
    .filter((field) => before[field] !== after[field])
    .map((field) => {
      const { label, none } = labels[field];
      const text = (amount: number | null) => (amount === null ? none : `KES ${amount.toLocaleString('en-KE')}`);
      return `${label}: ${text(before[field])} → ${text(after[field])}`;
    });
  if (before.requireKey === after.requireKey) return lines;
  const text = (isRequired: boolean) => (isRequired ? 'required' : 'not required');
  return [...lines, `Idempotency-Key in production: ${text(before.requireKey)} → ${text(after.requireKey)}`];
}

type Change = { place: string; before: Policy; after: Policy; by: string; agreedBy: string | undefined };

/** Tells an owner that a policy was changed. */
export function changeMail(to: string, { place, before, after, by, agreedBy }: Change): NewMail {
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
    'If you did not expect this, open Policy in the dashboard and tell the other owners.',
  ].join('\n\n');
  return { to, subject: `Policy changed: ${place}`, text: `${text}\n` };
}
