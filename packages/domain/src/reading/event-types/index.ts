export { describeEvents } from './describe-events.ts';
export { eventHeaders, eventSchemas } from './event-schemas.ts';
