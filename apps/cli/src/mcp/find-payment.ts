import type { TenantContext } from '@tillgate/domain';
import { authorityOf } from '@tillgate/domain/organizations';
import { maskPhonesIn, type ReportedPayment, readReportedPayments } from '@tillgate/domain/reading/payments';
import { searchAnything } from '@tillgate/domain/reading/search';
import { z } from 'zod';
import { foreignText, readsOnly, type Tool } from './tool.ts';

const textMax = 200;
/** It reads money and nothing else: no keys, no requests, no endpoints. */
const authority = authorityOf('finance');

const inputSchema = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(textMax)
    .describe(
      'M-PESA receipt, phone number in any usual form, account reference or its beginning, paymentId, or CheckoutRequestID',
    ),
});

const paymentSchema = z.object({
  paymentId: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  source: z.enum(['stk', 'c2b']).describe('stk: a prompt; c2b: paid without a prompt'),
  amount: z.int().describe('whole KES'),
  phone: z.string().nullable().describe('masked'),
  accountReference: z.string(),
  providerReceipt: z.string().nullable(),
  failure: z.object({ code: z.string(), title: z.string() }).nullable(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
  needsReview: z.boolean().describe('waits for a person to decide'),
  refundedAmount: z.int().describe('whole KES'),
});

const outputSchema = z.object({
  payments: z.array(paymentSchema).describe('the best match first, ten at most'),
  others: z
    .array(
      z.object({ kind: z.enum(['disbursement', 'inquiry', 'order']), id: z.string(), status: z.string().nullable() }),
    )
    .describe('matches that are no payments: payouts and refunds (disbursements), inquiries and orders'),
});

/** Finds payments of a tenant by any text that names them. */
export function findPayment(ctx: TenantContext): Tool<typeof inputSchema, typeof outputSchema> {
  return {
    name: 'find_payment',
    title: 'Find a payment',
    description: `Finds payments by any text that names them: a receipt, a phone number, a reference or an id. Use get_payment for the details of one. ${foreignText}`,
    inputSchema,
    outputSchema,
    annotations: readsOnly,
    async run({ text }) {
      const hits = await searchAnything({ ...ctx, authority }, { text });
      const ids = hits.flatMap(({ kind, id }) => (kind === 'payment' ? [id] : []));
      const rows = await readReportedPayments(ctx.db, { ids, applicationIds: [ctx.tenant.applicationId] });
      const payments = ids.flatMap((id) => rows.get(id) ?? []).map(view);
      const others = hits.flatMap(({ kind, id, status }) =>
        kind === 'disbursement' || kind === 'inquiry' || kind === 'order' ? [{ kind, id, status }] : [],
      );
      return { summary: summaryOf(payments.length, others.length), data: { payments, others } };
    },
  };
}

function view(payment: ReportedPayment): z.output<typeof paymentSchema> {
  const { id, status, source, amount, providerReceipt, needsReview, refundedAmount, decoded } = payment;
  return {
    paymentId: id,
    status,
    source,
    amount,
    phone: payment.maskedPhone,
    accountReference: maskPhonesIn(payment.accountRef),
    providerReceipt,
    failure: decoded && { code: decoded.code, title: decoded.title },
    createdAt: payment.createdAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
    needsReview,
    refundedAmount,
  };
}

function summaryOf(payments: number, others: number): string {
  const found =
    payments === 0 ? 'No payment matches.' : `${payments} ${payments === 1 ? 'payment matches' : 'payments match'}.`;
  return others === 0 ? found : `${found} The text also names ${others} other ${others === 1 ? 'record' : 'records'}.`;
}
