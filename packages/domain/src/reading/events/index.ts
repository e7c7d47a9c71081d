export { browseEvents, type EventRow } from './browse-events.ts';
export { getEvent } from './get-event.ts';
export { eventsReport } from './report-events.ts';
export { browseEventsSchema, eventSchema } from './schemas.ts';
