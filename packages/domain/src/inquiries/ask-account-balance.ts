import { v7 as uuidv7 } from 'uuid';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { admitQuery } from '../provider/query-budget.ts';
import { askForMerchant, type InquiryAccepted } from './ask.ts';
import { demandPort } from './demand-port.ts';
import type { AccountBalanceInput } from './schemas.ts';

/**
 * Asks the provider for the balances of the shortcode (spec 4.8). Asking twice is two inquiries and
 * moves nothing.
 * @throws DomainError forbidden (scope), provider_not_configured, rate_limited, provider_rejected,
 *   provider_unavailable
 */
export async function askAccountBalance(
  ctx: TenantContext & WithProvider,
  input: AccountBalanceInput,
): Promise<InquiryAccepted> {
  requireScope(ctx, 'inquire');
  const { account, port } = await demandPort(ctx, ctx.tenant, 'questions', input.rail);
  await admitQuery(ctx, account);
  const { identifierType } = input;
  const remarks = input.remarks ?? '';
  const inquiry = {
    ...ctx.tenant,
    id: uuidv7(),
    kind: 'account_balance' as const,
    transactionId: null,
    identifierType,
    remarks,
    occasion: null,
    rail: account.rail,
    shortcode: account.address,
    disbursementId: null,
    callbackId: null,
  };
  return askForMerchant(ctx, inquiry, (urls) => port.balance({ ...urls, identifierType, remarks }));
}
