import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import type { RequestRow } from './browse-requests.ts';
import { type RequestInput, requestSchema } from './schemas.ts';

type RequestView = RequestRow & {
  errorDetail: string | null;
  remoteIp: string | null;
  userAgent: string | null;
  /** Redacted JSON, perhaps cut; null when bodies were not kept. */
  requestBody: string | null;
  responseBody: string | null;
  /** The kind of the resource, if the tenant has it. */
  resourceKind: 'payment' | 'disbursement' | 'inquiry' | null;
};

/**
 * One call of the API.
 * @throws DomainError invalid_input, not_found
 */
export async function getRequest(ctx: TenantContext, input: RequestInput): Promise<RequestView> {
  requirePermission(ctx, 'requests.read');
  const { requestId } = parseInput(requestSchema, input);
  const row = await ctx.db.prisma.apiRequest.findFirst({ where: { id: requestId, ...ctx.tenant } });
  if (!row) throw notFound('request');
  const { applicationId, environment: _, ...request } = row;
  const [key, resourceKind] = await Promise.all([
    ctx.db.prisma.apiKey.findFirst({
      where: { id: row.keyId, applicationId },
      select: { name: true, lastFour: true },
    }),
    kindOf(ctx, row.resourceId),
  ]);
  return { ...request, keyName: key?.name ?? null, keyLastFour: key?.lastFour ?? null, resourceKind };
}

async function kindOf(ctx: TenantContext, id: string | null): Promise<RequestView['resourceKind']> {
  if (id === null) return null;
  const where = { id, ...ctx.tenant };
  const { payment, disbursement, inquiry } = ctx.db.prisma;
  const [payments, disbursements, inquiries] = await Promise.all([
    payment.count({ where }),
    disbursement.count({ where }),
    inquiry.count({ where }),
  ]);
  if (payments > 0) return 'payment';
  if (disbursements > 0) return 'disbursement';
  return inquiries > 0 ? 'inquiry' : null;
}
