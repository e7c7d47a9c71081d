import type { PaymentSource, PaymentStatus } from '@tillgate/db';
import { netStatuses } from '@tillgate/domain/reading/payments';
import { builder } from '../builder.ts';

export const PaymentStatusRef = builder.enumType('PaymentStatus', {
  description: 'Where a payment stands.',
  values: {
    pending: { description: 'The prompt was sent, and the customer has not answered. Not a failure.' },
    success: { description: 'The money was paid.' },
    failed: { description: 'The payment did not happen.' },
  } satisfies Record<PaymentStatus, { description: string }>,
});

export const PaymentSourceRef = builder.enumType('PaymentSource', {
  description: 'How a payment came about.',
  values: {
    stk: { description: 'By a prompt on the phone of the customer.' },
    c2b: { description: 'Offline: the customer paid to the shortcode by themselves.' },
  } satisfies Record<PaymentSource, { description: string }>,
});

const netDescriptions: Record<(typeof netStatuses)[number], string> = {
  pending: 'Not settled yet.',
  failed: 'No money came.',
  collected: 'The money was paid, and no refund of it is under way or done.',
  refund_pending: 'The money was paid, and a refund of it is under way.',
  refunded: 'The money was paid, and went back to the payer.',
};

export const NetStatusRef = builder.enumType('NetStatus', {
  description: 'What the money of a payment came to, refunds included.',
  values: Object.fromEntries(netStatuses.map((name) => [name, { description: netDescriptions[name] }])) as Record<
    (typeof netStatuses)[number],
    { description: string }
  >,
});

export const PaymentFilterRef = builder.inputType('PaymentFilter', {
  description: 'Which payments a list holds. A payment must meet all that is given.',
  fields: (t) => ({
    status: t.field({ type: PaymentStatusRef, description: 'Its status.' }),
    netStatus: t.field({ type: NetStatusRef, description: 'What its money came to, refunds included.' }),
    source: t.field({ type: PaymentSourceRef, description: 'How it came about.' }),
    reasonCode: t.string({ description: 'Failures with this result code of the provider.' }),
    reasonCategory: t.string({ description: 'Failures with a result code of this category of the error catalogue.' }),
    amountMin: t.int({ description: 'At least so much, in whole KES.' }),
    amountMax: t.int({ description: 'At most so much, in whole KES.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Created at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Created before.' }),
    phone: t.string({ description: 'The phone number of the payer, in any usual form.' }),
    accountReference: t.string({ description: 'The account reference, exactly.' }),
    receipt: t.string({ description: 'The receipt of the provider.' }),
    metadata: t.string({
      description:
        'A path and a value of the metadata, such as orderId=1042 or order.id=1042. Needs one application: its applicationId.',
    }),
    needsReview: t.boolean({ description: 'Whether it waits for a person.' }),
  }),
});
