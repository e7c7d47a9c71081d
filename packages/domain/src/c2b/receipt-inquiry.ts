import type { Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { type SettledAmount, settledAmount } from '../kernel/money.ts';
import { normaliseMsisdn } from '../kernel/phone.ts';
import type { TransactionStatus } from '../ports/provider.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import type { Neighbourhood } from './held-statements.ts';
import type { InquiryState } from './offline-payment.ts';

/** Most inquiries about one receipt. */
const inquiriesMax = 3;
/** The wait after a failed inquiry before the next one. */
const inquiryPauseMs = 600_000;

type Asked = Pick<Neighbourhood, 'inquiry' | 'inquiryCount' | 'inquiryEndedAt' | 'answer'>;

/** The state of the inquiry about a receipt. */
export async function inquiryStateOf(
  ctx: Pick<WithProvider, 'accounts'> & { clock: { now(): Date } },
  tenant: Tenant,
  asked: Asked,
  confirmation: { receipt: string; amount: SettledAmount },
): Promise<InquiryState> {
  switch (asked.inquiry) {
    case 'pending':
      return 'asked';
    case 'answered':
      return verdictOf(asked.answer, confirmation);
    case 'failed':
      if (asked.inquiryCount >= inquiriesMax) return 'unavailable';
      if (ctx.clock.now().getTime() - (asked.inquiryEndedAt?.getTime() ?? 0) < inquiryPauseMs) return 'asked';
  }
  return (await canAsk(ctx, tenant)) ? 'not_asked' : 'unavailable';
}

async function canAsk(ctx: Pick<WithProvider, 'accounts'>, { applicationId, environment }: Tenant): Promise<boolean> {
  try {
    return (await mpesaAccount(ctx, { applicationId, environment })).initiator !== null;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/**
 * What the provider's answer about a receipt means for its confirmation. Only a completed transaction of the same amount
 * confirms it.
 */
function verdictOf(
  status: TransactionStatus | null,
  { receipt, amount }: { receipt: string; amount: SettledAmount },
): 'confirmed' | 'denied' | 'unavailable' {
  const state = status?.transactionStatus?.toLowerCase();
  const reported = status?.amount ? settledAmount(status.amount) : undefined;
  if (!status || !state || !reported) return 'unavailable';
  if (state !== 'completed') return 'denied';
  if (status.receipt && status.receipt.toUpperCase() !== receipt.toUpperCase()) return 'unavailable';
  return reported.exact === amount.exact ? 'confirmed' : 'denied';
}

/** The number of the payer in a party such as `254712345678 - JANE DOE`; null when it is masked. */
export function payerPhoneOf(debitParty: string | null): string | null {
  const digits = /^\s*\+?([0-9]{9,15})\b/.exec(debitParty ?? '')?.[1];
  return digits === undefined ? null : (normaliseMsisdn(digits) ?? null);
}
