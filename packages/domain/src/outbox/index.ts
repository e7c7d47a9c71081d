export { type EventType, eventTypes, renderEvent } from './event.ts';
export { queueMissing, sendCopy } from './queue-statements.ts';
export { announce, announceTest, type FrozenEvent, freezeEvent, freezeEvents, listTests } from './statements.ts';
