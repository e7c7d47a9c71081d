export { browseEvents, type EventRow } from './browse-events.ts';
export { type EventView, getEvent } from './get-event.ts';
export { type BrowseEventsInput, browseEventsSchema, type EventInput, eventSchema } from './schemas.ts';
