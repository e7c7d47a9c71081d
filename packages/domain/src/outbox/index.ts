export { type EventType, eventTypes, renderEvent } from './event.ts';
export { publishDeliveries } from './publish-deliveries.ts';
export { publishDrains } from './publish-drains.ts';
export { listTests, type QueuedDelivery, tell, tellTest } from './statements.ts';
