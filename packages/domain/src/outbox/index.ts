export { type EventType, eventTypes, renderEvent } from './event.ts';
export { ringDeliveries } from './ring-deliveries.ts';
export { listTests, tell, tellTest } from './statements.ts';
