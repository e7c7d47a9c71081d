import { PaymentSource, PaymentStatus, sql } from '@tillgate/db';
import { z } from 'zod';
import { wireCode } from '../../catalogue/index.ts';
import { requireScope } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue } from '../../kernel/input.ts';
import { phoneSchema } from '../../kernel/phone.ts';
import { issues } from '../../kernel/refusals.ts';
import { findOwnPayment } from '../../payments/index.ts';
import { railSchema } from '../../provider/rail-schema.ts';
import type { RailName } from '../../rails/index.ts';
import { readRows } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { restPage } from '../rest-page.ts';
import { allOf } from './browse-statements.ts';

const textMax = 100;

/** A query with a year before 1 or after 9999 fails. No payment is outside of these times. */
const momentMin = Date.parse('0001-01-01T00:00:00Z');
const momentMax = Date.parse('9999-12-31T23:59:59.999Z');

const momentSchema = z
  .string({ error: issues.givenOnce })
  // A plus sign that is not written as %2B arrives as a blank.
  .overwrite((text) => text.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  .datetime({
    offset: true,
    error: issues.timeWithOffset,
  })
  .transform((text) => new Date(Math.min(Math.max(Date.parse(text), momentMin), momentMax)));
const textSchema = z
  .string({ error: issues.givenOnce })
  .min(1, { error: issues.empty })
  .refine((text) => [...text].length <= textMax, { error: issues.tooLong({ max: textMax }) })
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: issues.brokenCharacters })
  .meta({ maxLength: textMax, pattern: '^[^\\x00]*$' });

/** Query of GET /payments. */
export const listPaymentsSchema = z.object({
  ...restPage('payments', readingIssues.paymentId),
  status: z
    .enum(PaymentStatus, { error: issues.either({ values: 'pending, success or failed' }) })
    .optional()
    .meta({ description: 'Returns only payments in this state.' }),
  source: z
    .enum(PaymentSource, { error: issues.either({ values: 'stk or c2b' }) })
    .optional()
    .meta({ description: 'Returns only payments of this source. `stk`: paid by prompt. `c2b`: paid offline.' }),
  rail: railSchema.optional().meta({ description: 'Returns only payments on this network.' }),
  phone: phoneSchema
    .optional()
    .meta({ description: 'Returns only payments of this phone number, in any form that POST /collect accepts.' }),
  accountReference: textSchema.optional().meta({ description: 'Returns only payments with exactly this reference.' }),
  receipt: textSchema.optional().meta({ description: 'Returns only the payment with this receipt.' }),
  createdFrom: momentSchema
    .optional()
    .meta({ format: 'date-time', description: 'Returns payments created at this time or later.' }),
  createdTo: momentSchema
    .optional()
    .meta({ format: 'date-time', description: 'Returns payments created before this time.' }),
});

type ListPaymentsInput = z.output<typeof listPaymentsSchema>;

type PaymentView = {
  paymentId: string;
  status: PaymentStatus;
  source: PaymentSource;
  rail: RailName;
  amount: number;
  phone: string | null;
  accountRef: string;
  providerReceipt: string | null;
  checkoutRequestId: string | null;
  resultCode: number | string | null;
  resultDesc: string | null;
  createdAt: string;
  settledAt: string | null;
};

type StoredPayment = Omit<PaymentView, 'paymentId' | 'resultCode' | 'createdAt' | 'settledAt'> & {
  id: string;
  resultCode: string | null;
  createdAt: Date;
  settledAt: Date | null;
};

const columns = sql`
  r.id, r.status, r.source, r.rail, r.amount, r.phone, r.account_ref AS "accountRef", r.provider_receipt AS "providerReceipt",
  r.checkout_request_id AS "checkoutRequestId", r.result_code AS "resultCode", r.result_desc AS "resultDesc",
  r.created_at AS "createdAt", r.settled_at AS "settledAt"`;

/**
 * A tenant's payments, newest first, a page at a time. `next` is the cursor of the page that follows, null on the last
 * one. New payments do not shift later pages.
 * @throws DomainError forbidden (scope), invalid_input when `before` is no payment of the tenant
 */
export async function listPayments(
  ctx: TenantContext,
  { limit, before, ...filter }: ListPaymentsInput,
): Promise<{ payments: PaymentView[]; next: string | null }> {
  requireScope(ctx, 'read');
  const after = before === undefined ? undefined : await findOwnPayment(ctx, before);
  if (before !== undefined && !after) throw invalidInput(issue('before', readingIssues.paymentElsewhere));
  const exactly = { ...filter, exactReference: filter.accountReference };
  const list = allOf(ctx.tenant, exactly, columns);
  const page = { limit, before: after && { at: after.createdAt, id: after.id } };
  const { rows, hasMore } = await readRows<StoredPayment>(ctx.db, list, {
    ...page,
    since: filter.createdFrom,
    until: filter.createdTo,
  });
  const payments = rows.map(({ id, resultCode, createdAt, settledAt, ...row }) => ({
    paymentId: id,
    ...row,
    resultCode: resultCode === null ? null : wireCode(resultCode),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }));
  return { payments, next: hasMore ? (payments.at(-1)?.paymentId ?? null) : null };
}
