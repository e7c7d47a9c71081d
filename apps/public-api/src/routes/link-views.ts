import { linkViewSchema } from '@tillgate/domain/links';
import { z } from 'zod';

export const linkSchema = linkViewSchema.meta({ id: 'PaymentLink' });

export const linkPageSchema = z
  .strictObject({
    links: z.array(linkSchema),
    next: z
      .uuid()
      .nullable()
      .meta({ description: 'Send this as `before` to read the next page. Null on the last page.' }),
  })
  .meta({ id: 'PaymentLinkPage' });

const linkPaymentSchema = z
  .strictObject({
    paymentId: z.uuid().meta({ description: 'Identifier of the payment.' }),
    status: z.enum(['pending', 'success', 'failed']).meta({
      description:
        '`pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.',
    }),
    amount: z.int().meta({ description: 'Whole KES. The settled amount once the payment succeeded.' }),
    phone: z
      .string()
      .nullable()
      .meta({ description: '254XXXXXXXXX. For offline payments as the provider sends it, often masked.' }),
    accountRef: z.string().meta({ description: 'The reference of the payment.' }),
    providerReceipt: z.string().nullable().meta({ description: 'The provider receipt, once the payment succeeded.' }),
    payerName: z.string().nullable().meta({ description: 'Who paid, as the provider reported.' }),
    answers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'What the payer answered, by the names of the fields. Null for an offline payment.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the payment was requested or, offline, made.' }),
    settledAt: z.iso.datetime().nullable().meta({ description: 'When the payment reached its final state here.' }),
  })
  .meta({ id: 'LinkPayment' });

export const linkPaymentPageSchema = z
  .strictObject({
    payments: z.array(linkPaymentSchema),
    next: z
      .uuid()
      .nullable()
      .meta({ description: 'Send this as `before` to read the next page. Null on the last page.' }),
  })
  .meta({ id: 'LinkPaymentPage' });
