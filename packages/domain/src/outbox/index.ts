export { type EventType, eventTypes, renderEvent } from './event.ts';
export { publishDeliveries } from './publish-deliveries.ts';
export { publishDrains } from './publish-drain.ts';
export { type QueuedDelivery, tell } from './statements.ts';
