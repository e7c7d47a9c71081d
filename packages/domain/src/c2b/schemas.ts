import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { customIssue, idSchema } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { issues } from '../kernel/refusals.ts';
import { judgePattern, patternLengthMax, referenceLengthMax } from './reference-pattern.ts';
import { c2bIssues } from './refusals.ts';

const referencesMax = 10_000;
/** The largest Postgres `integer`. */
const amountRuleMax = 2_147_483_647;

const amountRule = z
  .int({ error: issues.wholeKes })
  .min(0, { error: issues.negative })
  .max(amountRuleMax, { error: issues.amountAtMost({ max: amountRuleMax }) })
  .nullable()
  .optional();

const whichRules = {
  applicationId: idSchema,
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
};

export const getC2bRulesSchema = z.strictObject(whichRules);
export type GetC2bRulesInput = z.input<typeof getC2bRulesSchema>;

export const getPullSchema = z.strictObject(whichRules);
export type GetPullInput = z.input<typeof getPullSchema>;

/** Null ends it. */
export const setPullSchema = z.strictObject({ ...whichRules, nominatedPhone: phoneSchema.nullable() });
export type SetPullInput = z.input<typeof setPullSchema>;

/** Missing fields do not change; null, or an empty list, removes a rule. */
export const setC2bRulesSchema = z.strictObject({
  ...whichRules,
  referencePattern: z
    .string({ error: issues.text })
    .min(1, { error: issues.empty })
    .max(patternLengthMax, { error: issues.tooLong({ max: patternLengthMax }), abort: true })
    .refine((pattern) => !/\p{Cc}/u.test(pattern) && pattern.isWellFormed(), {
      error: issues.controlCharacters,
      abort: true,
    })
    .superRefine((pattern, context) => {
      const why = judgePattern(pattern);
      if (why) context.addIssue(customIssue([], why));
    })
    .nullable()
    .optional(),
  references: z
    .array(
      z
        .string({ error: issues.text })
        .trim()
        .min(1, { error: issues.empty })
        .max(referenceLengthMax, { error: issues.tooLong({ max: referenceLengthMax }) })
        .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), {
          error: issues.controlCharacters,
        }),
    )
    .max(referencesMax, { error: issues.atMost({ max: referencesMax }) })
    .optional(),
  amountMin: amountRule,
  amountMax: amountRule,
  /** Payments of at least this amount are announced only after the provider has confirmed them. */
  verifyFrom: z
    .int({ error: issues.wholeKes })
    .min(1, { error: issues.amountAtLeast({ min: 1 }) })
    .max(amountRuleMax, { error: issues.amountAtMost({ max: amountRuleMax }) })
    .nullable()
    .optional(),
});
export type SetC2bRulesInput = z.input<typeof setC2bRulesSchema>;

/** A replaced token is valid for at most a month, or until a person ends it. */
const graceSecondsMax = 2_592_000;

export const rotateHookTokenSchema = z.strictObject({
  ...whichRules,
  graceSeconds: z
    .int({ error: c2bIssues.wholeSeconds })
    .min(0, { error: issues.negative })
    .max(graceSecondsMax, { error: c2bIssues.graceAtMost({ max: graceSecondsMax }) })
    .nullable()
    .optional(),
});
export type RotateHookTokenInput = z.input<typeof rotateHookTokenSchema>;

export const endHookTokensSchema = z.strictObject(whichRules);
export type EndHookTokensInput = z.input<typeof endHookTokensSchema>;
