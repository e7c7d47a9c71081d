export { deploy, edited, unapplied } from './deploy.ts';
export { newMigration, pending, rewriteInit } from './drift.ts';
export { type Migrated, migrateDatabase, rolesWarning } from './migrate-database.ts';
