export { historyDays, type ProviderDay } from './history.ts';
export type { ProviderState } from './provider-state.ts';
export { readProviderHistory } from './read-history.ts';
export {
  findProviderState,
  type ProviderReading,
  readProviderStates,
} from './read-provider-states.ts';
