import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { judgePattern, patternLengthMax, referenceLengthMax } from './reference-pattern.ts';

const referencesMax = 10_000;
/** What a Postgres `integer` holds. */
const amountRuleMax = 2_147_483_647;

const amountRule = z
  .int({ error: 'must be whole KES' })
  .min(0, { error: 'must not be negative' })
  .max(amountRuleMax, { error: `must be at most ${amountRuleMax}` })
  .nullable()
  .optional();

const whichRules = {
  applicationId: idSchema,
  environment: z.enum(Environment, { error: 'must be sandbox or production' }),
};

export const getC2bRulesSchema = z.strictObject(whichRules);
export type GetC2bRulesInput = z.input<typeof getC2bRulesSchema>;

export const getPullSchema = z.strictObject(whichRules);
export type GetPullInput = z.input<typeof getPullSchema>;

/** Null ends it. */
export const setPullSchema = z.strictObject({ ...whichRules, nominatedPhone: phoneSchema.nullable() });
export type SetPullInput = z.input<typeof setPullSchema>;

/** What is left out stays as it is; null, or no references, takes a rule away. */
export const setC2bRulesSchema = z.strictObject({
  ...whichRules,
  referencePattern: z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must not be empty' })
    .max(patternLengthMax, { error: `must have at most ${patternLengthMax} characters`, abort: true })
    .refine((pattern) => !/\p{Cc}/u.test(pattern) && pattern.isWellFormed(), {
      error: 'must not contain control characters',
      abort: true,
    })
    .superRefine((pattern, issues) => {
      const message = judgePattern(pattern);
      if (message) issues.addIssue({ code: 'custom', message });
    })
    .nullable()
    .optional(),
  references: z
    .array(
      z
        .string({ error: 'must be a text' })
        .trim()
        .min(1, { error: 'must not be empty' })
        .max(referenceLengthMax, { error: `must have at most ${referenceLengthMax} characters` })
        .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), {
          error: 'must not contain control characters',
        }),
    )
    .max(referencesMax, { error: `must be at most ${referencesMax}` })
    .optional(),
  amountMin: amountRule,
  amountMax: amountRule,
  /** Payments of this much and more are announced only after the provider has confirmed them. */
  verifyFrom: z
    .int({ error: 'must be whole KES' })
    .min(1, { error: 'must be at least 1' })
    .max(amountRuleMax, { error: `must be at most ${amountRuleMax}` })
    .nullable()
    .optional(),
});
export type SetC2bRulesInput = z.input<typeof setC2bRulesSchema>;

/** A replaced token works for a month at most, or until somebody ends it. */
const graceSecondsMax = 2_592_000;

export const rotateHookTokenSchema = z.strictObject({
  ...whichRules,
  graceSeconds: z
    .int({ error: 'must be whole seconds' })
    .min(0, { error: 'must not be negative' })
    .max(graceSecondsMax, { error: `must be at most ${graceSecondsMax} (30 days)` })
    .nullable()
    .optional(),
});
export type RotateHookTokenInput = z.input<typeof rotateHookTokenSchema>;

export const endHookTokensSchema = z.strictObject(whichRules);
export type EndHookTokensInput = z.input<typeof endHookTokensSchema>;
