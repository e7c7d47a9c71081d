export { type EventType, eventTypes, renderEvent } from './event.ts';
export { queueMissing, sendCopy } from './queue-statements.ts';
export { type FrozenEvent, freezeEvent, freezeEvents, listTests, tell, tellTest } from './statements.ts';
