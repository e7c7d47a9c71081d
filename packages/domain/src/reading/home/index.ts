export type { AttentionItem } from './attention.ts';
export { type Collected, type ReportTimeZone, reportTimeZones } from './report.ts';
export { type HomeReport, reportHome } from './report-home.ts';
export { type ReadinessStep, reportSetup, type SetupReport, type SetupStep } from './report-setup.ts';
export { type HomeReportInput, homeReportSchema } from './schemas.ts';
