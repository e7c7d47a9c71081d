export { type EventType, eventTypes, renderEvent } from './event.ts';
export { listTests, tell, tellTest } from './statements.ts';
