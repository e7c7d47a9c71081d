import type { PaymentSource, PaymentStatus } from '@tillgate/db';
import { netStatuses } from '@tillgate/domain/reading/payments';
import { builder } from '../builder.ts';
import { RailRef } from './rail.ts';

export const PaymentStatusRef = builder.enumType('PaymentStatus', {
  description: 'The status of a payment.',
  values: {
    pending: { description: 'The prompt was sent, and the customer has not answered yet. This is not a failure.' },
    success: { description: 'The money was paid.' },
    failed: { description: 'The payment failed. Nothing was paid.' },
  } satisfies Record<PaymentStatus, { description: string }>,
});

export const PaymentSourceRef = builder.enumType('PaymentSource', {
  description: 'The source of a payment.',
  values: {
    stk: { description: 'A prompt on the phone of the customer (STK push).' },
    c2b: { description: 'An offline payment: the customer paid to the shortcode without a prompt.' },
  } satisfies Record<PaymentSource, { description: string }>,
});

const netDescriptions: Record<(typeof netStatuses)[number], string> = {
  pending: 'Not settled yet.',
  failed: 'Nothing was paid.',
  collected: 'The money was paid, and it was not refunded.',
  refund_pending: 'The money was paid, and a refund is in progress.',
  refunded: 'The money was paid, then refunded to the payer.',
};

export const NetStatusRef = builder.enumType('NetStatus', {
  description: 'The status of a payment after its refunds.',
  values: Object.fromEntries(netStatuses.map((name) => [name, { description: netDescriptions[name] }])) as Record<
    (typeof netStatuses)[number],
    { description: string }
  >,
});

export const PaymentFilterRef = builder.inputType('PaymentFilter', {
  description: 'Filters payments. A row must match all given fields.',
  fields: (t) => ({
    status: t.field({ type: PaymentStatusRef, description: 'Only payments with this status.' }),
    netStatus: t.field({ type: NetStatusRef, description: 'The status of the payment after its refunds.' }),
    source: t.field({ type: PaymentSourceRef, description: 'The source of the payment.' }),
    rail: t.field({ type: RailRef, description: 'Only payments on this network.' }),
    reasonCode: t.string({ description: 'Only failed payments with this result code.' }),
    reasonCategory: t.string({
      description: 'Only failed payments with a result code of this category of the error catalogue.',
    }),
    amountMin: t.int({ description: 'The smallest amount, in whole KES.' }),
    amountMax: t.int({ description: 'The largest amount, in whole KES.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only payments created at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only payments created before this time.' }),
    phone: t.string({ description: 'The phone number of the payer, such as 0712345678 or 254712345678.' }),
    accountReference: t.string({ description: 'The exact account reference.' }),
    receipt: t.string({ description: 'The receipt of the provider.' }),
    metadata: t.string({
      description:
        'A path and a value of the metadata, such as orderId=1042 or order.id=1042. Requires `applicationId`.',
    }),
    needsReview: t.boolean({ description: 'Whether the payment needs a review by a person.' }),
  }),
});
