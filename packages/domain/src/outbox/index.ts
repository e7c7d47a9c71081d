export {
  allEventTypes,
  type ContractEventType,
  type EventType,
  eventTypes,
  extraEventTypes,
  renderEvent,
} from './event.ts';
export { queueMissing, sendCopy } from './queue-statements.ts';
export { announce, announceTest, type FrozenEvent, freezeEvent, freezeEvents, listTests } from './statements.ts';
export { isWanted } from './wanted-statements.ts';
