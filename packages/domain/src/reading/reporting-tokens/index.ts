export { listReportingTokens, type ReportingTokenView } from './list-tokens.ts';
