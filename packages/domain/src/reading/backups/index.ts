export { type Backups, readBackups } from './read-backups.ts';
