import { ExportCadence, ExportFormat, ExportList } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, nameSchema, wholeNumber } from '../kernel/input.ts';
import { isTimeZone } from './formats/zone-time.ts';
import { recipientsMax } from './schedule.ts';

const columnsMax = 50;
const nameCharactersMax = 64;
const timeZoneDefault = 'Africa/Nairobi';

const columnsSchema = z
  .array(z.string({ error: 'must be a text' }).max(nameCharactersMax, { error: 'is not a column' }), {
    error: 'must be a list of columns',
  })
  .min(1, { error: 'must name a column' })
  .max(columnsMax, { error: `must have at most ${columnsMax} columns` })
  .refine((names) => new Set(names).size === names.length, { error: 'must name each column once' });

/** Which rows of which list. `filter` has the fields of the list's own filter. */
export const exportRowsSchema = z.object({
  list: z.enum(ExportList, { error: `must be one of ${Object.values(ExportList).join(', ')}` }),
  filter: z.record(z.string(), z.unknown(), { error: 'must be an object' }).default({}),
});
export type ExportRowsInput = z.input<typeof exportRowsSchema>;

export const createExportSchema = exportRowsSchema.extend({
  format: z.enum(ExportFormat, { error: 'must be csv, xlsx or ndjson' }),
  /** All of the list when left out. */
  columns: columnsSchema.optional(),
  timeZone: z
    .string({ error: 'must be a text' })
    .max(nameCharactersMax, { error: 'is not a time zone' })
    .refine(isTimeZone, { error: 'is not a time zone such as Africa/Nairobi' })
    .default(timeZoneDefault),
});
export type CreateExportInput = z.input<typeof createExportSchema>;

export const cancelExportSchema = z.object({ exportId: idSchema });
export type CancelExportInput = z.input<typeof cancelExportSchema>;

const hourMax = 23;

export const scheduleExportSchema = createExportSchema.extend({
  name: nameSchema,
  cadence: z.enum(ExportCadence, { error: 'must be daily, weekly or monthly' }),
  /** Of the day in the time zone. */
  hour: wholeNumber(0, hourMax),
  /** A bucket that each file is put into. */
  bucketId: idSchema.optional(),
  /** Members who get an email with a link; the person who makes the schedule when left out. With a bucket, it may be nobody. */
  userIds: z
    .array(idSchema, { error: 'must be a list of members' })
    .max(recipientsMax, { error: `must have at most ${recipientsMax} members` })
    .optional(),
});
export type ScheduleExportInput = z.input<typeof scheduleExportSchema>;

export const scheduleSchema = z.object({ scheduleId: idSchema });
export type ScheduleInput = z.input<typeof scheduleSchema>;
