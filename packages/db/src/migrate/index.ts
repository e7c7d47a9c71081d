export { deploy, unapplied } from './deploy.ts';
export { newMigration, pending, rewriteInit } from './drift.ts';
