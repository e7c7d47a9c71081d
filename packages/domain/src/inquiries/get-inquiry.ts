import { validate as isUuid } from 'uuid';
import { wireCode } from '../catalogue/index.ts';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import type { AccountBalance, TransactionStatus } from '../ports/provider.ts';
import type { RailName } from '../rails/index.ts';
import { readBalances, readStatus } from './read-answer.ts';
import { findOwnInquiry } from './statements.ts';

type Common = {
  queryId: string;
  conversationId: string | null;
  status: 'pending' | 'answered' | 'failed';
  rail: RailName;
  transactionId: string | null;
  resultCode: number | string | null;
  resultDesc: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

type InquiryView =
  | (Common & { kind: 'transaction_status'; result: TransactionStatus | null })
  | (Common & { kind: 'account_balance'; accounts: AccountBalance[] | null });

/**
 * An inquiry that the caller made.
 * @throws DomainError forbidden (scope), not_found when there is no such inquiry here: a foreign id
 *   and a malformed id look the same
 */
export async function getInquiry(ctx: TenantContext, queryId: string): Promise<InquiryView> {
  requireScope(ctx, 'read');
  const inquiry = isUuid(queryId) ? await findOwnInquiry(ctx.db.pool, queryId, ctx.tenant) : undefined;
  if (!inquiry) throw notFound('inquiry');
  const common: Common = {
    queryId: inquiry.id,
    conversationId: inquiry.conversationId,
    status: inquiry.status,
    rail: inquiry.rail,
    transactionId: inquiry.transactionId,
    resultCode: inquiry.resultCode === null ? null : wireCode(inquiry.resultCode),
    resultDesc: inquiry.resultDesc,
    createdAt: inquiry.createdAt.toISOString(),
  };
  return inquiry.kind === 'transaction_status'
    ? { ...common, kind: inquiry.kind, result: readStatus(inquiry) }
    : { ...common, kind: inquiry.kind, accounts: readBalances(inquiry) };
}
