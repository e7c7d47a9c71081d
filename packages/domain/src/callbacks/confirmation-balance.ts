import type { OfflinePayment } from '../ports/provider.ts';

/** The balance that a confirmation reports, after its payment. */
export type ConfirmationBalance = { receipt: string; paidAt: Date; amountCents: number; balanceCents: number };

const decimalText = /^(-?)([0-9]{1,13})(?:\.([0-9]{1,2})0*)?$/;

function centsOf(text: string): number | undefined {
  const match = decimalText.exec(text.replaceAll(',', '').trim());
  if (!match) return undefined;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' ? -cents : cents;
}

/** Undefined when the confirmation reports no balance or no time of payment. */
export function confirmationBalanceOf(payment: OfflinePayment): ConfirmationBalance | undefined {
  const { transactionId: receipt, paidAt } = payment;
  const [amountCents, balanceCents] = [centsOf(payment.amount), centsOf(payment.organizationBalance)];
  if (amountCents === undefined || balanceCents === undefined || paidAt === null) return undefined;
  return { receipt, paidAt: new Date(paidAt), amountCents, balanceCents };
}
