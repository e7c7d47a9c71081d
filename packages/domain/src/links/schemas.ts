import { LinkKind, LinkLanguage } from '@tillgate/db';
import { z } from 'zod';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { parseInput, wholeNumber } from '../kernel/input.ts';
import { amountSchema } from '../kernel/money.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { issues, type Named } from '../kernel/refusals.ts';
import { labelSchema, metadataSchema, plainLabelSchema, plainTextSchema } from '../kernel/texts.ts';
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

const fieldsOf = (label: typeof labelSchema) => {
  const field = z.strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9_]{1,24}$/, { error: linkIssues.fieldName })
      .meta({ description: 'The name of the answer. Each field has another.' }),
    label: label(fieldLabelMax).meta({ description: 'What the payer reads.' }),
    kind: z
      .enum(['text', 'number', 'choice'], { error: issues.oneOf({ values: 'text, number, choice' }) })
      .meta({ description: 'What the payer can answer.' }),
    required: z.boolean().default(false).meta({ description: 'Whether nobody can pay without an answer.' }),
    choices: z
      .array(label(fieldLabelMax))
      .max(fieldChoicesMax, { error: linkIssues.choicesOfField({ max: fieldChoicesMax }) })
      .optional()
      .meta({ description: 'What the payer chooses from: 1 to 20, for a field of kind `choice` alone.' }),
  });
  return z.array(field).max(fieldsMax, { error: linkIssues.tooManyFields({ max: fieldsMax }) });
};

/** Questions as they are stored. */
export const fieldsSchema = fieldsOf(labelSchema);
export type LinkField = z.output<typeof fieldsSchema>[number];

/** What is wrong with questions as a whole, by path. */
export function fieldIssues(fields: readonly LinkField[]): [path: string, why: Named][] {
  const names = fields.map(({ name }) => name);
  return fields.flatMap(({ name, kind, choices = [] }, index): [string, Named][] => [
    ...(names.indexOf(name) < index ? [[`fields.${index}.name`, linkIssues.fieldNameTwice] as [string, Named]] : []),
    ...((kind === 'choice') === choices.length > 0 && new Set(choices).size === choices.length
      ? []
      : [[`fields.${index}.choices`, linkIssues.choicesOfField({ max: fieldChoicesMax })] as [string, Named]]),
  ]);
}

const returnUrlSchema = z
  .string()
  .max(returnUrlMax, { error: linkIssues.returnUrlForm({ max: returnUrlMax }) })
  .regex(/^https:\/\/[A-Za-z0-9.-]{1,253}(?::[1-9][0-9]{0,4})?(?:[/?#][!-~]*)?$/, {
    error: linkIssues.returnUrlForm({ max: returnUrlMax }),
  });

const expiresAtSchema = z.iso.datetime({ offset: true, error: issues.time }).transform((text) => new Date(text));

const shared = {
  title: plainLabelSchema(titleMax).meta({ description: 'What is paid for, as the payer reads it.' }),
  description: plainTextSchema(descriptionMax).optional().meta({ description: 'Plain text. Line breaks are kept.' }),
  expiresAt: expiresAtSchema.optional().meta({
    description: 'When the link ends, 5 minutes to 366 days ahead. Default: in 7 days for `once`, never for `many`.',
  }),
  paymentsMax: wholeNumber(1, paymentsMaxMax)
    .optional()
    .meta({ description: 'Of kind `many`: the link ends after so many payments.' }),
  returnUrl: returnUrlSchema.optional().meta({
    description:
      'Where the page leads after a payment: an https address without password. Its host must be on the list of return hosts of the application. Coming back proves nothing: read the link, or wait for the webhook.',
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
  amount: amountSchema.optional().meta({ description: 'Whole KES. Without it, the payer chooses the amount.' }),
  amountMin: amountSchema
    .optional()
    .meta({ description: 'The least that the payer can choose. Only without `amount`.' }),
  amountMax: amountSchema
    .optional()
    .meta({ description: 'The most that the payer can choose, not less than `amountMin`. Only without `amount`.' }),
  choices: z
    .array(amountSchema)
    .max(amountChoicesMax, { error: linkIssues.tooManyChoices({ max: amountChoicesMax }) })
    .optional()
    .meta({
      description:
        'Amounts that the page offers, different from each other and within the bounds. Only without `amount`.',
    }),
  accountReference: plainLabelSchema(referenceMax)
    .overwrite((text) => text.trim())
    .optional()
    .meta({
      description:
        'Of kind `once`: the reference of its payments, with at least one letter or digit. No other open link of the application has it, whatever its case and blanks. Default: seven letters and digits.',
    }),
  referencePrefix: z
    .string()
    .regex(/^[A-Z0-9]{1,4}$/, { error: linkIssues.prefix })
    .optional()
    .meta({ description: 'Of kind `many`: how the reference of each payment begins. Default: PAY.' }),
  fields: fieldsOf(plainLabelSchema)
    .optional()
    .meta({ description: 'What the payer is asked, beside phone and amount.' }),
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

/**
 * The input of a new link from a caller without a schema of its own.
 * @throws DomainError invalid_input
 */
export function readNewLink(given: unknown): CreateLinkInput {
  return parseInput(createLinkSchema.omit({ idempotencyKey: true }), given);
}

/** Body of PATCH /payment-links/{id}. What is left out stays. */
export const changeLinkSchema = z.object(shared).partial();
export type ChangeLinkInput = z.output<typeof changeLinkSchema>;

/** A link that a person makes in a form. The request key is that of the form. */
export const newLinkSchema = createLinkSchema
  .omit({ metadata: true, idempotencyKey: true })
  .extend({ requestKey: idempotencyKeySchema });
export type NewLinkInput = z.input<typeof newLinkSchema>;

/** What a person changes in a form. Null removes what is stored, and what is left out stays. */
export const editLinkSchema = z.object({
  linkId: z.string({ error: issues.text }),
  title: shared.title.optional(),
  description: shared.description.nullable(),
  expiresAt: shared.expiresAt.nullable(),
  paymentsMax: shared.paymentsMax.nullable(),
  returnUrl: shared.returnUrl.nullable(),
});
export type EditLinkInput = z.input<typeof editLinkSchema>;

export const linkIdSchema = z.object({ linkId: z.string({ error: issues.text }) });

/** What only a new link can have. */
export const fixedNames = [
  ...['kind', 'amount', 'amountMin', 'amountMax', 'choices', 'accountReference', 'referencePrefix', 'fields', 'phone'],
  ...['language', 'offline'],
] as const;

/** What of a link can be removed, and what can change. */
export const removableNames = ['description', 'expiresAt', 'paymentsMax', 'returnUrl', 'metadata'] as const;
export const changeableNames = ['title', ...removableNames] as const;

const answersSchema = z.record(z.string(), z.string());

/**
 * What a payer answered, by the names of the fields.
 * @throws ZodError when the stored value has another form
 */
export function readAnswers(stored: unknown): Record<string, string> {
  return answersSchema.parse(stored);
}
