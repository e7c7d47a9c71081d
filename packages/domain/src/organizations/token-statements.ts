// Reporting tokens end with the membership of who made them. Their room writes `reporting_tokens`.
export { recordTokenRevoked } from '../reporting-tokens/statements.ts';
