import { LinkKind, LinkLanguage } from '@tillgate/db';
import { z } from 'zod';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { wholeNumber } from '../kernel/input.ts';
import { amountSchema } from '../kernel/money.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { readUrl } from '../kernel/read-url.ts';
import { issues } from '../kernel/refusals.ts';
import { labelSchema, metadataSchema } from '../kernel/texts.ts';
import { linkIssues } from './refusals.ts';

const titleMax = 64;
const descriptionMax = 500;
const referenceMax = 12;
const amountChoicesMax = 6;
const fieldsMax = 5;
const fieldLabelMax = 40;
const fieldChoicesMax = 20;
const paymentsMaxMax = 100_000;
const returnUrlMax = 500;

/** Text of several lines, plain. */
const descriptionSchema = z
  .string()
  .refine((text) => [...text].length <= descriptionMax, { error: issues.textTooLong({ max: descriptionMax }) })
  .refine((text) => text.isWellFormed() && !/[^\P{Cc}\t\r\n]/u.test(text), {
    error: issues.brokenOrControlBeyondLines,
  })
  .meta({ maxLength: descriptionMax });

const fieldSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9_]{1,24}$/, { error: linkIssues.fieldName })
      .meta({ description: 'The name of the answer.' }),
    label: labelSchema(fieldLabelMax).meta({ description: 'What the payer reads.' }),
    kind: z.enum(['text', 'number', 'choice'], { error: issues.oneOf({ values: 'text, number, choice' }) }),
    required: z.boolean().default(false),
    choices: z
      .array(labelSchema(fieldLabelMax))
      .max(fieldChoicesMax, { error: linkIssues.choicesOfField({ max: fieldChoicesMax }) })
      .optional()
      .meta({ description: 'Of kind `choice`: what the payer chooses from.' }),
  })
  .refine(({ kind, choices }) => (kind === 'choice') === (choices !== undefined && choices.length > 0), {
    path: ['choices'],
    error: linkIssues.choicesOfField({ max: fieldChoicesMax }),
  });

export const fieldsSchema = z
  .array(fieldSchema)
  .max(fieldsMax, { error: linkIssues.tooManyFields({ max: fieldsMax }) })
  .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    error: linkIssues.fieldNameTwice,
  });
export type LinkField = z.output<typeof fieldSchema>;

const returnUrlSchema = z
  .string()
  .refine(isReturnUrl, { error: linkIssues.returnUrlForm({ max: returnUrlMax }) })
  .meta({ format: 'uri', maxLength: returnUrlMax });

function isReturnUrl(text: string): boolean {
  const url = text.length <= returnUrlMax ? readUrl(text) : undefined;
  return (
    url !== undefined && url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  );
}

const expiresAtSchema = z.iso
  .datetime({ offset: true, error: issues.time })
  .transform((text) => new Date(text))
  .nullable();

const shared = {
  title: labelSchema(titleMax).meta({ description: 'What is paid for, as the payer reads it.' }),
  description: descriptionSchema.optional().meta({ description: 'Plain text. Line breaks are kept.' }),
  expiresAt: expiresAtSchema.optional().meta({
    description:
      'When the link ends, 5 minutes to 366 days ahead. Default: in 7 days for `once`, never for `many` (null).',
  }),
  paymentsMax: wholeNumber(1, paymentsMaxMax)
    .nullable()
    .optional()
    .meta({ description: 'Of kind `many`: the link ends after so many payments.' }),
  returnUrl: returnUrlSchema.nullable().optional().meta({
    description:
      'Where the page leads after a payment. Its host must be on the list of return hosts of the application. Coming back proves nothing: read the link, or wait for the webhook.',
  }),
  metadata: metadataSchema
    .optional()
    .meta({ description: 'Opaque JSON, stored with the link. It is never read and never returned.' }),
};

/** Body of POST /payment-links. */
export const createLinkSchema = z.object({
  ...shared,
  kind: z
    .enum(LinkKind, { error: issues.either({ values: 'once or many' }) })
    .default('once')
    .meta({ description: '`once`: for one order. `many`: takes any number of payments.' }),
  amount: amountSchema
    .nullable()
    .optional()
    .meta({ description: 'Whole KES. Without it, the payer chooses the amount.' }),
  amountMin: amountSchema.optional().meta({ description: 'The least that the payer can choose.' }),
  amountMax: amountSchema.optional().meta({ description: 'The most that the payer can choose.' }),
  choices: z
    .array(amountSchema)
    .max(amountChoicesMax, { error: linkIssues.tooManyChoices({ max: amountChoicesMax }) })
    .optional()
    .meta({ description: 'Amounts that the page offers.' }),
  accountReference: labelSchema(referenceMax)
    .overwrite((text) => text.trim())
    .optional()
    .meta({
      description:
        'Of kind `once`: the reference of its payments. No other open link of the application has it, whatever its case and blanks. Default: seven letters and digits.',
    }),
  referencePrefix: z
    .string()
    .regex(/^[A-Z0-9]{1,4}$/, { error: linkIssues.prefix })
    .optional()
    .meta({ description: 'Of kind `many`: how the reference of each payment begins. Default: PAY.' }),
  fields: fieldsSchema.optional().meta({ description: 'What the payer is asked, beside phone and amount.' }),
  phone: phoneSchema.optional().meta({
    description: 'Of kind `once`: filled in for the payer, who may type another. The page shows it masked.',
  }),
  language: z
    .enum(LinkLanguage, { error: issues.oneOf({ values: 'auto, en, sw' }) })
    .default('auto')
    .meta({ description: 'The language of the page. `auto`: that of the payer’s browser.' }),
  offline: z.boolean().optional().meta({
    description:
      'Whether the page shows how to pay from the M-PESA menu. Default: true for a paybill. A till cannot have it.',
  }),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type CreateLinkInput = Omit<z.output<typeof createLinkSchema>, 'idempotencyKey'>;

/** Body of PATCH /payment-links/{id}. What is left out stays. */
export const changeLinkSchema = z.looseObject({
  ...z.object(shared).partial().shape,
  description: shared.description.nullable(),
});
export type ChangeLinkInput = z.output<typeof changeLinkSchema>;

/** What only a new link can have. */
export const fixedNames = [
  ...['kind', 'amount', 'amountMin', 'amountMax', 'choices', 'accountReference', 'referencePrefix', 'fields', 'phone'],
  ...['language', 'offline'],
] as const;

/** What of a link can change. */
export const changeableNames = ['title', 'description', 'expiresAt', 'paymentsMax', 'returnUrl', 'metadata'] as const;

const answersSchema = z.record(z.string(), z.string());

/**
 * What a payer answered, by the names of the fields.
 * @throws ZodError when the stored value has another form
 */
export function readAnswers(stored: unknown): Record<string, string> {
  return answersSchema.parse(stored);
}
