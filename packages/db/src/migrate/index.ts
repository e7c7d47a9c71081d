export { deploy, edited, unapplied, unknown } from './deploy.ts';
export { newMigration, pending } from './drift.ts';
export { type Migrated, migrateDatabase, rolesWarning } from './migrate-database.ts';
