import type { LinkEnding, LinkKind, LinkLanguage, LinkStatus } from '@tillgate/db';
import { z } from 'zod';
import type { Tenant } from '../kernel/context.ts';
import type { PayPages } from './link-token.ts';
import { fieldsSchema } from './schemas.ts';

/** A link as the room reads it. */
export type LinkRow = Tenant & {
  id: string;
  tokenHash: string;
  kind: LinkKind;
  status: LinkStatus;
  endedBy: LinkEnding | null;
  endedAt: Date | null;
  endings: number;
  title: string;
  description: string | null;
  /** Whole KES, as are all amounts. */
  amount: number | null;
  amountMin: number | null;
  amountMax: number | null;
  choices: number[];
  accountReference: string | null;
  referencePrefix: string | null;
  fields: unknown;
  expiresAt: Date | null;
  paymentsMax: number | null;
  promptsAllowed: number;
  phone: string | null;
  returnUrl: string | null;
  language: LinkLanguage;
  offline: boolean;
  createdAt: Date;
  paidCount: number;
  paidAmount: number;
};

const fieldSchema = z.strictObject({
  name: z.string().meta({ description: 'The name of the answer.' }),
  label: z.string().meta({ description: 'What the payer reads.' }),
  kind: z.enum(['text', 'number', 'choice']),
  required: z.boolean(),
  choices: z.array(z.string()).optional(),
});

/** A link as its merchant reads it. Amounts are whole KES, times ISO 8601. */
export const linkViewSchema = z.strictObject({
  linkId: z.uuid().meta({ description: 'Identifier of the link.' }),
  url: z.url().nullable().meta({
    description:
      'The address of the page. Whoever has it can pay. Null when the installation changed its key for links.',
  }),
  kind: z.enum(['once', 'many']).meta({ description: '`once`: for one order. `many`: takes any number of payments.' }),
  status: z.enum(['open', 'paid', 'ended']).meta({
    description: '`open`: anybody can pay. `paid`: its payments reached the amount. `ended`: nobody can begin to pay.',
  }),
  endedBy: z
    .enum(['expiry', 'person', 'key', 'limit'])
    .nullable()
    .meta({ description: 'What ended it. `limit`: it has as many payments as it may. Null unless it ended.' }),
  title: z.string().meta({ description: 'What is paid for.' }),
  description: z.string().nullable().meta({ description: 'More about it, in plain text.' }),
  amount: z.int().nullable().meta({ description: 'Whole KES. Null: the payer chooses.' }),
  amountMin: z.int().nullable().meta({ description: 'The least that the payer can choose.' }),
  amountMax: z.int().nullable().meta({ description: 'The most that the payer can choose.' }),
  choices: z.array(z.int()).meta({ description: 'Amounts that the page offers.' }),
  accountReference: z
    .string()
    .nullable()
    .meta({ description: 'The reference of its payments. Null for a link of kind `many`.' }),
  referencePrefix: z
    .string()
    .nullable()
    .meta({ description: 'How the references of its payments begin. Null for a link of kind `once`.' }),
  fields: z.array(fieldSchema).meta({ description: 'What the payer is asked, beside phone and amount.' }),
  expiresAt: z.iso.datetime().nullable().meta({ description: 'When it ends. Null: never.' }),
  paymentsMax: z.int().nullable().meta({ description: 'It ends after so many payments. Null: no such limit.' }),
  phone: z.string().nullable().meta({ description: 'The phone number that is filled in, as 254XXXXXXXXX.' }),
  returnUrl: z.string().nullable().meta({ description: 'Where the page leads after a payment.' }),
  language: z.enum(['auto', 'en', 'sw']).meta({ description: 'The language of the page.' }),
  offline: z.boolean().meta({ description: 'Whether the page shows how to pay from the M-PESA menu.' }),
  paidCount: z.int().meta({ description: 'How many payments count towards it.' }),
  paidAmount: z.int().meta({ description: 'Their sum, whole KES.' }),
  openAttempts: z.int().meta({
    description: 'How many people were asked for their PIN and have not answered yet, or are about to be asked.',
  }),
  createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
});
export type LinkView = z.output<typeof linkViewSchema>;

/** @param payPages undefined where the installation has no payment pages (any more) */
export function linkView(row: LinkRow, openAttempts: number, payPages: PayPages | undefined): LinkView {
  const { id, kind, status, endedBy, title, description, amount, amountMin, amountMax, choices } = row;
  const { accountReference, referencePrefix, expiresAt, paymentsMax, phone, returnUrl, language, offline } = row;
  return {
    linkId: id,
    url: payPages && payPages.hashOf(id) === row.tokenHash ? payPages.urlOf(id) : null,
    ...{ kind, status, endedBy, title, description, amount, amountMin, amountMax, choices },
    ...{ accountReference, referencePrefix, fields: fieldsSchema.parse(row.fields) },
    expiresAt: expiresAt?.toISOString() ?? null,
    ...{ paymentsMax, phone, returnUrl, language, offline },
    paidCount: row.paidCount,
    paidAmount: row.paidAmount,
    openAttempts,
    createdAt: row.createdAt.toISOString(),
  };
}
