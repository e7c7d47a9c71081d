export { checkRollups, type RollupCheck } from './check-rollups.ts';
export { refreshRollups } from './refresh-rollups.ts';
export { findBackfill } from './statements.ts';
