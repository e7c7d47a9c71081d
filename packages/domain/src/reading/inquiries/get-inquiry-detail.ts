import { validate as isUuid } from 'uuid';
import { type Decoded, wireCode } from '../../catalogue/index.ts';
import { decodeEnd, readBalances, readStatus, silence } from '../../inquiries/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { explainCode, numberOf, type RailName } from '../../rails/index.ts';

/** Everything but the callback token. */
const shown = {
  id: true,
  kind: true,
  status: true,
  transactionId: true,
  identifierType: true,
  remarks: true,
  rail: true,
  shortcode: true,
  conversationId: true,
  originatorConversationId: true,
  resultCode: true,
  resultDesc: true,
  result: true,
  raw: true,
  createdAt: true,
  acknowledgedAt: true,
  endedAt: true,
} as const;

export type InquiryDetail = Awaited<ReturnType<typeof getInquiryDetail>>;

/**
 * An inquiry that the tenant made, with the provider's messages, for people.
 * @throws DomainError not_found, also for an inquiry of another tenant and an invalid id
 */
export async function getInquiryDetail(ctx: TenantContext, { queryId }: { queryId: string }) {
  requirePermission(ctx, 'inquiries.read');
  const { prisma } = ctx.db;
  const row = isUuid(queryId)
    ? await prisma.inquiry.findFirst({
        where: { id: queryId, ...ctx.tenant, disbursementId: null, callbackId: null },
        select: shown,
      })
    : null;
  if (!row) throw notFound('inquiry');
  const { id, kind, result, raw, createdAt, acknowledgedAt, endedAt, ...rest } = row;
  return {
    queryId: id,
    kind,
    ...rest,
    shortcode: numberOf(rest.shortcode),
    resultCode: rest.resultCode === null ? null : wireCode(rest.resultCode),
    transaction: kind === 'transaction_status' ? readStatus({ id, result }) : null,
    accounts: kind === 'account_balance' ? readBalances({ id, result }) : null,
    raw: raw as Record<string, unknown> | null,
    decoded: row.status === 'failed' ? decodeOf(row) : null,
    createdAt: createdAt.toISOString(),
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** A refusal of the request itself comes before the provider has acknowledged it. */
function decodeOf(row: {
  kind: 'transaction_status' | 'account_balance';
  resultCode: string | null;
  resultDesc: string | null;
  rail: RailName;
  acknowledgedAt: Date | null;
}): Decoded | null {
  if (row.resultCode === null) return null;
  const { kind, resultCode: code, resultDesc: message } = row;
  const isAnswered = row.acknowledgedAt !== null || silence.has(code);
  return isAnswered
    ? decodeEnd({ kind, resultCode: code, resultDesc: message ?? '' })
    : explainCode({ code, message }, { of: kind, as: 'answer' }, row.rail);
}
