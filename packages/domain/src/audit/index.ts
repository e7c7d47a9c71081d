export { type AuditDetail, type AuditFact, audit } from './audit.ts';
export type { Audit } from './statements.ts';
export { insertAudit } from './statements.ts';
