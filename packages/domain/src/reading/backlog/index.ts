export { delaySeconds, findDelay } from './find-delay.ts';
export { findProviderTrouble, type ProviderTrouble } from './find-trouble.ts';
export { type BacklogQueue, backlogRowsMax, type QueueBacklog, queues, readBacklog } from './read-backlog.ts';
export { type Pace, readPace } from './read-pace.ts';
