export { type AuditRow, browseAudit } from './browse-audit.ts';
export { type BrowseAuditInput, browseAuditSchema } from './schemas.ts';
