export { historyDays, type ProviderDay } from './history.ts';
export type { ProviderState } from './provider-state.ts';
export { type RailHistory, readProviderHistory } from './read-history.ts';
export {
  findProviderStates,
  type ProviderReading,
  readProviderStates,
} from './read-provider-states.ts';
