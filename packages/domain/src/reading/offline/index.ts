export { getOfflineState, type OfflineState } from './get-offline-state.ts';
