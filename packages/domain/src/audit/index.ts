export { type AuditDetail, type AuditFact, audit } from './audit.ts';
export type { Audit } from './statements.ts';
