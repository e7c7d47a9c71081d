export { archiveAgeSecondsMax, type Backups, readBackups, rowsAgeSecondsMax } from './read-backups.ts';
