export { deploy, edited, unapplied } from './deploy.ts';
export { newMigration, pending, rewriteInit } from './drift.ts';
