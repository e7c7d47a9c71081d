import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/trpc/root';

export type Policy = inferRouterOutputs<AppRouter>['policy']['get'];

/** The fields of a policy that are amounts, as the page groups them. */
export const fieldGroups = {
  approval: ['payoutFrom', 'batchFrom', 'reversalFrom', 'resolutionFrom', 'apiApprovalFrom'],
  limits: ['perTransaction', 'perDay', 'perRecipientPerDay', 'perKeyPerDay'],
} as const;

/** All of them, in the order of the page. */
export const amountFields = [...fieldGroups.approval, ...fieldGroups.limits];
export type AmountField = (typeof amountFields)[number];

/** One amount while it is edited: its text is kept when it is switched off. */
export type Entry = { isOn: boolean; amount: string };
export type Draft = Record<AmountField, Entry> & { apiLikeDashboard: boolean; requireKey: boolean };

/** The initial value of a field that is switched on. */
const defaults: Record<AmountField, string> = {
  payoutFrom: '10,000',
  batchFrom: '10,000',
  reversalFrom: '10,000',
  resolutionFrom: '1,000',
  apiApprovalFrom: '10,000',
  perTransaction: '50,000',
  perDay: '200,000',
  perRecipientPerDay: '50,000',
  perKeyPerDay: '100,000',
};

/** A stored policy as a draft of the form. */
export function draftOf(policy: Policy): Draft {
  const entry = (field: AmountField): Entry => {
    const amount = policy[field];
    return { isOn: amount !== null, amount: amount === null ? defaults[field] : amount.toLocaleString('en') };
  };
  return {
    payoutFrom: entry('payoutFrom'),
    batchFrom: entry('batchFrom'),
    reversalFrom: entry('reversalFrom'),
    resolutionFrom: entry('resolutionFrom'),
    apiApprovalFrom: entry('apiApprovalFrom'),
    perTransaction: entry('perTransaction'),
    perDay: entry('perDay'),
    perRecipientPerDay: entry('perRecipientPerDay'),
    perKeyPerDay: entry('perKeyPerDay'),
    apiLikeDashboard: policy.apiLikeDashboard,
    requireKey: policy.requireKey,
  };
}
