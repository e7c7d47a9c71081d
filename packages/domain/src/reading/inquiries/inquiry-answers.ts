import { z } from 'zod';

/** The provider's answer about a transaction. */
export const transactionSchema = z
  .strictObject({
    transactionStatus: z
      .string()
      .nullable()
      .meta({ description: 'The state as the provider names it, such as `Completed` or `Declined`.' }),
    amount: z.string().nullable().meta({ description: 'KES, as exact decimal text.' }),
    receipt: z.string().nullable().meta({ description: 'The receipt of the transaction.' }),
    initiatedAt: z.string().nullable().meta({ description: 'When the transaction started, in ISO 8601.' }),
    completedAt: z.string().nullable().meta({ description: 'When the transaction ended, in ISO 8601.' }),
    debitParty: z.string().nullable().meta({ description: 'Who paid.' }),
    creditParty: z.string().nullable().meta({ description: 'Who was paid.' }),
    reason: z.string().nullable().meta({ description: 'The reason that the provider recorded.' }),
  })
  .meta({ id: 'Transaction' });

/** One account of a shortcode. */
export const accountSchema = z
  .strictObject({
    name: z.string(),
    currency: z.string(),
    available: z
      .string()
      .nullable()
      .meta({ description: 'The available balance, as exact decimal text. Null when it could not be read.' }),
    current: z.string().nullable(),
    reserved: z.string().nullable(),
    uncleared: z.string().nullable(),
  })
  .meta({ id: 'AccountBalance' });
