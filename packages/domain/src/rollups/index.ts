export { refreshRollups } from './refresh-rollups.ts';
