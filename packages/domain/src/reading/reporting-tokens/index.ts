export { listReportingTokens } from './list-tokens.ts';
