import { v7 as uuidv7 } from 'uuid';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { admitQuery } from '../provider/query-budget.ts';
import { askForMerchant, type InquiryAccepted } from './ask.ts';
import type { TransactionStatusInput } from './schemas.ts';
import { demandPort } from './secured-account.ts';

/**
 * Asks the provider about any past transaction (spec 4.7). Asking twice is two inquiries and moves
 * nothing.
 * @throws DomainError forbidden (scope), provider_not_configured, rate_limited, provider_rejected,
 *   provider_unavailable
 */
export async function askTransactionStatus(
  ctx: TenantContext & WithProvider,
  input: TransactionStatusInput,
): Promise<InquiryAccepted> {
  requireScope(ctx, 'inquire');
  const { account, port } = await demandPort(ctx, ctx.tenant, 'questions');
  await admitQuery(ctx, account);
  const { transactionId, identifierType } = input;
  const remarks = input.remarks ?? '';
  const occasion = input.occasion || null;
  const inquiry = {
    ...ctx.tenant,
    id: uuidv7(),
    kind: 'transaction_status' as const,
    transactionId,
    identifierType,
    remarks,
    occasion,
    shortcode: account.shortcode,
    disbursementId: null,
    callbackId: null,
  };
  return askForMerchant(ctx, inquiry, (urls) =>
    port.transaction({ ...urls, by: { transactionId }, identifierType, remarks, occasion }),
  );
}
