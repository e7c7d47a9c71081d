import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { reportTimeZones } from './report.ts';

export const homeReportSchema = z.object({
  timeZone: z
    .enum(reportTimeZones, { error: issues.either({ values: reportTimeZones.join(' or ') }) })
    .default('Africa/Nairobi'),
});

export type HomeReportInput = z.input<typeof homeReportSchema>;
