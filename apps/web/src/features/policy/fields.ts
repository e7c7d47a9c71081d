import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type Policy = inferRouterOutputs<AppRouter>['policy']['get'];

/** The fields of a policy that are amounts, as the page groups them. */
export const fieldGroups = {
  approval: ['payoutFrom', 'reversalFrom', 'resolutionFrom', 'apiApprovalFrom'],
  limits: ['perTransaction', 'perDay', 'perRecipientPerDay', 'perKeyPerDay'],
} as const;

/** All of them, in the order of the page. */
export const amountFields = [...fieldGroups.approval, ...fieldGroups.limits];
export type AmountField = (typeof amountFields)[number];

/** One amount while it is edited: its text is kept when it is switched off. */
export type Entry = { isOn: boolean; amount: string };
export type Draft = Record<AmountField, Entry> & { requireKey: boolean };

/** What a field starts with when it is switched on. */
const defaults: Record<AmountField, string> = {
  payoutFrom: '10000',
  reversalFrom: '10000',
  resolutionFrom: '1000',
  apiApprovalFrom: '10000',
  perTransaction: '50000',
  perDay: '200000',
  perRecipientPerDay: '50000',
  perKeyPerDay: '100000',
};

/** A stored policy as a draft of the form. */
export function draftOf(policy: Policy): Draft {
  const entry = (field: AmountField): Entry => {
    const amount = policy[field];
    return { isOn: amount !== null, amount: amount === null ? defaults[field] : String(amount) };
  };
  return {
    payoutFrom: entry('payoutFrom'),
    reversalFrom: entry('reversalFrom'),
    resolutionFrom: entry('resolutionFrom'),
    apiApprovalFrom: entry('apiApprovalFrom'),
    perTransaction: entry('perTransaction'),
    perDay: entry('perDay'),
    perRecipientPerDay: entry('perRecipientPerDay'),
    perKeyPerDay: entry('perKeyPerDay'),
    requireKey: policy.requireKey,
  };
}
