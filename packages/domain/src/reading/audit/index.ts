export { type AuditRow, browseAudit } from './browse-audit.ts';
export { type DescribedActor, describeActors } from './describe-actors.ts';
export { type BrowseAuditInput, browseAuditSchema } from './schemas.ts';
