import { ExportCadence, ExportFormat, ExportLanguage, ExportList } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema, wholeNumber } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { isTimeZone } from '../kernel/zone-time.ts';
import { exportIssues } from './refusals.ts';
import { recipientsMax } from './schedule.ts';

const columnsMax = 50;
const nameCharactersMax = 64;
const timeZoneDefault = 'Africa/Nairobi';

const columnsSchema = z
  .array(z.string({ error: issues.text }).max(nameCharactersMax, { error: exportIssues.columnUnknown }), {
    error: issues.listOf({ what: 'columns' }),
  })
  .min(1, { error: exportIssues.columnMissing })
  .max(columnsMax, { error: issues.tooManyEntries({ max: columnsMax, what: 'columns' }) })
  .refine((names) => new Set(names).size === names.length, { error: exportIssues.columnTwice });

/** The list and its filter. `filter` has the fields of the list's filter. */
export const exportRowsSchema = z.object({
  list: z.enum(ExportList, { error: issues.oneOf({ values: Object.values(ExportList).join(', ') }) }),
  filter: z.record(z.string(), z.unknown(), { error: issues.object }).default({}),
  /** Of the times in the file, and of the days of a report. */
  timeZone: z
    .string({ error: issues.text })
    .max(nameCharactersMax, { error: issues.timeZone })
    .refine(isTimeZone, { error: issues.timeZoneLike })
    .default(timeZoneDefault),
});
export type ExportRowsInput = z.input<typeof exportRowsSchema>;

export const createExportSchema = exportRowsSchema.extend({
  format: z.enum(ExportFormat, { error: issues.either({ values: 'csv, xlsx or ndjson' }) }),
  /** Default: all columns of the list but those that name people. */
  columns: columnsSchema.optional(),
  /** Of the sheet for people of a workbook. */
  language: z.enum(ExportLanguage, { error: issues.either({ values: 'en or sw' }) }).default('en'),
});
export type CreateExportInput = z.input<typeof createExportSchema>;

export const cancelExportSchema = z.object({ exportId: idSchema });
export type CancelExportInput = z.input<typeof cancelExportSchema>;

const hourMax = 23;

export const scheduleExportSchema = createExportSchema.extend({
  name: nameSchema,
  cadence: z.enum(ExportCadence, { error: issues.either({ values: 'daily, weekly or monthly' }) }),
  /** The hour of the day in the time zone. */
  hour: wholeNumber(0, hourMax),
  /** A bucket that each file is uploaded to. */
  bucketId: idSchema.optional(),
  /**
   * Members who get an email with a link; by default the person who makes the schedule. With a bucket, the list may be
   * empty.
   */
  userIds: z
    .array(idSchema, { error: issues.listOf({ what: 'members' }) })
    .max(recipientsMax, { error: issues.tooManyEntries({ max: recipientsMax, what: 'members' }) })
    .optional(),
});
export type ScheduleExportInput = z.input<typeof scheduleExportSchema>;

export const scheduleSchema = z.object({ scheduleId: idSchema });
export type ScheduleInput = z.input<typeof scheduleSchema>;
