import { z } from 'zod';
import { reportTimeZones } from './report.ts';

export const homeReportSchema = z.object({
  timeZone: z.enum(reportTimeZones, { error: `must be ${reportTimeZones.join(' or ')}` }).default('Africa/Nairobi'),
});

export type HomeReportInput = z.input<typeof homeReportSchema>;
