export { type AuditDetail, type AuditFact, audit } from './audit.ts';
export { noteBackup, rowsBackup } from './note-backup.ts';
export type { Audit } from './statements.ts';
export { insertAudit } from './statements.ts';
