export type { AttentionItem } from './attention.ts';
export type { Collected } from './report.ts';
export { reportHome } from './report-home.ts';
export { reportSetup } from './report-setup.ts';
export { homeReportSchema } from './schemas.ts';
