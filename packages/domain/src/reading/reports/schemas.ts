import { z } from 'zod';
import { customIssue, idSchema } from '../../kernel/input.ts';
import { issues, type Named } from '../../kernel/refusals.ts';
import { railSchema } from '../../provider/rail-schema.ts';
import { addressesOf } from '../../rails/index.ts';
import { readingIssues } from '../refusals.ts';
import { daysIn, daysMax, hourlyDaysMax, isDay, isTimeZone, isWholeHours, previousPeriod } from './period.ts';

export const intervals = ['hour', 'day', 'week', 'month', 'total'] as const;
export type Interval = (typeof intervals)[number];

export const groupings = ['none', 'source', 'reason', 'shortcode', 'application', 'rail'] as const;
export type Grouping = (typeof groupings)[number];

const filterMax = 100;
const textLengthMax = 100;

const day = z.string({ error: issues.reportDay }).refine(isDay, { error: issues.reportDay, abort: true });
const texts = z
  .array(
    z
      .string({ error: issues.text })
      .max(textLengthMax, { error: issues.tooLong({ max: textLengthMax }) })
      .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
        error: issues.brokenCharacters,
      }),
  )
  .min(1, { error: issues.empty })
  .max(filterMax, { error: issues.tooManyEntries({ max: filterMax, what: 'values' }) })
  .optional();

const period = {
  /** The first day, in the time zone. */
  from: day,
  /** The last day, included. */
  to: day,
  /** An IANA name. Its days must begin at whole hours of UTC. */
  timeZone: z
    .string({ error: issues.timeZoneSuch })
    .refine(isTimeZone, { error: issues.timeZoneSuch, abort: true })
    .default('Africa/Nairobi'),
  interval: z.enum(intervals, { error: issues.oneOf({ values: intervals.join(', ') }) }).default('day'),
  /** Applications within the scope. Default: all. */
  applicationIds: z
    .array(idSchema)
    .min(1, { error: issues.empty })
    .max(filterMax, { error: issues.tooManyEntries({ max: filterMax, what: 'values' }) })
    .optional(),
  /** Numbers of accounts, at any network. */
  shortcodes: texts.transform((numbers) => numbers?.flatMap(addressesOf)),
};

type PeriodInput = { from: string; to: string; timeZone: string; interval: Interval };

function refusalOf(input: PeriodInput): [path: string, why: Named] | undefined {
  const { from, to, timeZone, interval } = input;
  const days = daysIn({ from, to });
  if (days < 1) return ['to', issues.endBeforeStartQuoted];
  if (days > daysMax) return ['to', issues.daysAfterFromQuoted({ max: daysMax })];
  if (interval === 'hour' && days > hourlyDaysMax) {
    return ['interval', readingIssues.intervalTooFine({ max: hourlyDaysMax })];
  }
  if (isWholeHours(timeZone, { from: previousPeriod({ from, to }).from, to })) return undefined;
  return ['timeZone', readingIssues.offsetNotWhole];
}

function judge(input: PeriodInput, context: z.core.$RefinementCtx): void {
  const refused = refusalOf(input);
  if (refused) context.addIssue(customIssue([refused[0]], refused[1]));
}

const groupBy = <const Names extends readonly Grouping[]>(names: Names) =>
  z.enum(names, { error: issues.oneOf({ values: names.join(', ') }) });
const compare = z.boolean({ error: issues.boolean }).default(true);

/** Money in. `reason` groups failed payments by result code. */
export const collectionsSchema = z
  .object({
    ...period,
    compare,
    groupBy: groupBy(groupings).default('none'),
    sources: z
      .array(z.enum(['stk', 'c2b'], { error: issues.either({ values: 'stk or c2b' }) }))
      .min(1, { error: issues.empty })
      .optional(),
    /** Only payments with these result codes. */
    resultCodes: texts,
  })
  .superRefine(judge);
export type CollectionsInput = z.input<typeof collectionsSchema>;

export const payoutsSchema = z
  .object({
    ...period,
    compare,
    groupBy: groupBy(['none', 'reason', 'shortcode', 'application', 'rail']).default('none'),
    resultCodes: texts,
  })
  .superRefine(judge);
export type PayoutsInput = z.input<typeof payoutsSchema>;

export const settlementSchema = z
  .object({
    ...period,
    compare,
    groupBy: groupBy(['none', 'shortcode', 'application', 'rail']).default('shortcode'),
    /** Only of this network. */
    rail: railSchema.optional(),
  })
  .superRefine(judge);
export type SettlementInput = z.input<typeof settlementSchema>;

export const balancesSchema = z.object(period).superRefine(judge);
export type BalancesInput = z.input<typeof balancesSchema>;
