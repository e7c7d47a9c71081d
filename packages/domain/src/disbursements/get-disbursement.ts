import { validate as isUuid } from 'uuid';
import { wireCode } from '../catalogue/index.ts';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import type { RailName } from '../rails/index.ts';
import { findDisbursement } from './read-statements.ts';

type DisbursementView = {
  disbursementId: string;
  conversationId: string | null;
  kind: 'payout' | 'reversal';
  status: 'pending' | 'success' | 'failed';
  rail: RailName;
  amount: number;
  /** Payouts only. */
  phone?: string;
  /** Reversals only. */
  transactionId?: string;
  commandId: string | null;
  providerReceipt: string | null;
  resultCode: number | string | null;
  resultDesc: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/**
 * A payout or reversal of the caller's application and environment.
 * @throws DomainError not_found when there is no such disbursement here: a foreign id and a
 *   malformed id look the same
 */
export async function getDisbursement(ctx: TenantContext, disbursementId: string): Promise<DisbursementView> {
  requireScope(ctx, 'read');
  const row = isUuid(disbursementId) ? await findDisbursement(ctx.db.pool, disbursementId, ctx.tenant) : undefined;
  if (!row) throw notFound('disbursement');
  return {
    disbursementId: row.id,
    conversationId: row.conversationId,
    kind: row.kind,
    status: row.status,
    rail: row.rail,
    amount: row.amount,
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.transactionId !== null && { transactionId: row.transactionId }),
    commandId: row.commandId,
    providerReceipt: row.providerReceipt,
    resultCode: row.resultCode === null ? null : wireCode(row.resultCode),
    resultDesc: row.resultDesc,
    createdAt: row.createdAt.toISOString(),
  };
}
