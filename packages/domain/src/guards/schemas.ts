import { z } from 'zod';
import { idSchema, invalidInput, issue, parseInput } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { issues } from '../kernel/refusals.ts';
import { isPayoutKind, type Rule, type RuleKind, ruleKinds, ruleModes, ruleSettings } from './guard.ts';
import { listNames } from './phone-list.ts';
import { guardIssues } from './refusals.ts';

export const reasonMax = 200;
/** Enough digits in a row, with what stands between them, to be a number of somebody. */
const numberLike = /(?:\d[\s().+-]{0,3}){9,}/;

/** Why a number is on a list. */
export const reasonSchema = z
  .string({ error: issues.text })
  .trim()
  .min(1, { error: issues.reasonMissing })
  .max(reasonMax, { error: issues.textTooLong({ max: reasonMax }) })
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters })
  .refine((text) => !numberLike.test(text), { error: guardIssues.numberInReason });

export const stopPhoneSchema = z.object({ phone: phoneSchema, reason: reasonSchema });
export type StopPhoneInput = z.input<typeof stopPhoneSchema>;

export const releasePhoneSchema = stopPhoneSchema.pick({ phone: true });
export type ReleasePhoneInput = z.input<typeof releasePhoneSchema>;

/** Dates beyond it are mistakes. */
export const untilMax = new Date('2100-01-01T00:00:00Z');

export const listNameSchema = z.enum(listNames, { error: issues.oneOf({ values: listNames.join(', ') }) });

/** What people and the operator say about a phone on a list. */
export const newEntrySchema = z.strictObject({
  phone: phoneSchema,
  list: listNameSchema,
  /** When the entry ends; null: never. */
  until: z
    .date({ error: issues.date })
    .max(untilMax, { error: guardIssues.untilTooLate({ year: untilMax.getUTCFullYear() }) })
    .nullable()
    .default(null),
  reason: reasonSchema,
});
export type NewEntryInput = z.input<typeof newEntrySchema>;

const csvMax = 200_000;

/** A CSV file of phones to block. */
export const phoneFileSchema = z.strictObject({
  csv: z.string({ error: issues.text }).max(csvMax, { error: issues.textTooLong({ max: csvMax }) }),
});
export type PhoneFileInput = z.input<typeof phoneFileSchema>;

export const entryIdSchema = z.strictObject({ entryId: idSchema });
export type EntryIdInput = z.input<typeof entryIdSchema>;

/** A phone on a list as an order keeps it: without the number. */
export const listedPhoneSchema = z.object({
  kind: z.literal('list'),
  id: idSchema,
  list: listNameSchema,
  phoneHash: z.string(),
  keyId: z.string(),
  until: z.iso.datetime().nullable(),
  reason: reasonSchema,
});
export type ListedPhone = z.output<typeof listedPhoneSchema>;

const modeSchema = z.enum(ruleModes, { error: issues.oneOf({ values: ruleModes.join(', ') }) });

/** What people and the operator say about a new rule. */
export const newRuleSchema = z.strictObject({
  kind: z.enum(ruleKinds, { error: issues.oneOf({ values: ruleKinds.join(', ') }) }),
  mode: modeSchema,
  /** The numbers of the kind; those that are left out get their defaults. */
  settings: z.record(z.string(), z.unknown(), { error: issues.object }).default({}),
});
export type NewRuleInput = z.input<typeof newRuleSchema>;

/** A change of a rule. Its kind stays. */
export const changeRuleSchema = newRuleSchema.omit({ kind: true }).extend({ ruleId: idSchema });
export type ChangeRuleInput = z.input<typeof changeRuleSchema>;

export const ruleIdSchema = z.strictObject({ ruleId: idSchema });
export type RuleIdInput = z.input<typeof ruleIdSchema>;

const ofKind = <Kind extends RuleKind>(kind: Kind) =>
  z.object({ id: idSchema, kind: z.literal(kind), mode: modeSchema, settings: ruleSettings[kind] });

/** A whole rule. */
export const ruleSchema = z.discriminatedUnion('kind', [
  ofKind('prompts_per_phone'),
  ofKind('unanswered_streak'),
  ofKind('first_prompt_max'),
  ofKind('failing_share'),
  ofKind('new_payee'),
  ofKind('same_payout_soon'),
]);

/**
 * A rule with the numbers of its kind.
 * @throws DomainError invalid_input, also when it would hold prompts
 */
export function parseRule(given: { id: string; kind: RuleKind; mode: Rule['mode']; settings: unknown }): Rule {
  if (given.mode === 'hold' && !isPayoutKind(given.kind)) {
    throw invalidInput(issue('mode', guardIssues.promptsNotHeld));
  }
  return parseInput(ruleSchema, given);
}
