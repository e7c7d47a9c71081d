export { type AuditRow, browseAudit } from './browse-audit.ts';
export { browseAuditSchema } from './schemas.ts';
