import { z } from 'zod';
import { eventTypeSchema } from '../../endpoints/index.ts';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';
import { eventsOf } from './browse-events.ts';

const reportEventsFilter = z.strictObject({
  type: eventTypeSchema.nullish(),
  subjectId: idSchema.nullish(),
  test: z.boolean({ error: issues.boolean }).nullish(),
  ...periodShape,
});

/** Webhook events in the reporting API. */
export const eventsReport = reportList(reportEventsFilter, (span, filter) => ({
  ...eventsOf(span, filter),
  columns: idColumns,
}));
