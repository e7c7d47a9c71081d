export { findDelay } from './find-delay.ts';
export { type QueueBacklog, queues, readBacklog } from './read-backlog.ts';
export { type Pace, readPace } from './read-pace.ts';
export { readWorkerWait } from './read-worker-wait.ts';
