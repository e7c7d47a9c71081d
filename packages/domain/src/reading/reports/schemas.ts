import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { daysIn, daysMax, hourlyDaysMax, isDay, isTimeZone, isWholeHours, previousPeriod } from './period.ts';

export const intervals = ['hour', 'day', 'week', 'month', 'total'] as const;
export type Interval = (typeof intervals)[number];

export const groupings = ['none', 'source', 'reason', 'shortcode', 'application'] as const;
export type Grouping = (typeof groupings)[number];

const filterMax = 100;
const textLengthMax = 100;

const day = z
  .string({ error: 'must be a day such as 2026-03-31' })
  .refine(isDay, { error: 'must be a day such as 2026-03-31', abort: true });
const texts = z
  .array(
    z
      .string({ error: 'must be a text' })
      .max(textLengthMax, { error: `must have at most ${textLengthMax} characters` })
      .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
        error: 'must not contain broken characters',
      }),
  )
  .min(1, { error: 'must not be empty' })
  .max(filterMax, { error: `must have at most ${filterMax} values` })
  .optional();

const period = {
  /** The first day, in the time zone. */
  from: day,
  /** The last day, included. */
  to: day,
  /** An IANA name. Its days must begin at whole hours of UTC. */
  timeZone: z
    .string({ error: 'must be a time zone such as Africa/Nairobi' })
    .refine(isTimeZone, { error: 'must be a time zone such as Africa/Nairobi', abort: true })
    .default('Africa/Nairobi'),
  interval: z.enum(intervals, { error: `must be one of ${intervals.join(', ')}` }).default('day'),
  /** Whose rows, of those that the scope has. Default: all. */
  applicationIds: z
    .array(idSchema)
    .min(1, { error: 'must not be empty' })
    .max(filterMax, { error: `must have at most ${filterMax} values` })
    .optional(),
  shortcodes: texts,
};

type PeriodInput = { from: string; to: string; timeZone: string; interval: Interval };
type Refused = { path: string; message: string };

function refusalOf(input: PeriodInput): Refused | undefined {
  const { from, to, timeZone, interval } = input;
  const days = daysIn({ from, to });
  if (days < 1) return { path: 'to', message: 'must not be before `from`' };
  if (days > daysMax) return { path: 'to', message: `must be at most ${daysMax} days after \`from\`: two years` };
  if (interval === 'hour' && days > hourlyDaysMax) {
    return { path: 'interval', message: `must be day or longer for more than ${hourlyDaysMax} days` };
  }
  if (isWholeHours(timeZone, { from: previousPeriod({ from, to }).from, to })) return undefined;
  const message = 'must be whole hours from UTC: totals are kept by the hour';
  return { path: 'timeZone', message };
}

function judge(input: PeriodInput, issues: z.core.$RefinementCtx): void {
  const refused = refusalOf(input);
  if (refused) issues.addIssue({ code: 'custom', path: [refused.path], message: refused.message });
}

const groupBy = <const Names extends readonly Grouping[]>(names: Names) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });
const compare = z.boolean({ error: 'must be true or false' }).default(true);

/** Money in. `reason` groups failed payments by result code. */
export const collectionsSchema = z
  .object({
    ...period,
    compare,
    groupBy: groupBy(groupings).default('none'),
    sources: z
      .array(z.enum(['stk', 'c2b'], { error: 'must be stk or c2b' }))
      .min(1, { error: 'must not be empty' })
      .optional(),
    /** Payments with these result codes alone. */
    resultCodes: texts,
  })
  .superRefine(judge);
export type CollectionsInput = z.input<typeof collectionsSchema>;

export const payoutsSchema = z
  .object({
    ...period,
    compare,
    groupBy: groupBy(['none', 'reason', 'shortcode', 'application']).default('none'),
    resultCodes: texts,
  })
  .superRefine(judge);
export type PayoutsInput = z.input<typeof payoutsSchema>;

export const settlementSchema = z
  .object({ ...period, compare, groupBy: groupBy(['none', 'shortcode', 'application']).default('shortcode') })
  .superRefine(judge);
export type SettlementInput = z.input<typeof settlementSchema>;

export const balancesSchema = z.object(period).superRefine(judge);
export type BalancesInput = z.input<typeof balancesSchema>;
