export { delaySeconds, findDelay } from './find-delay.ts';
export { type BacklogQueue, backlogRowsMax, type QueueBacklog, queues, readBacklog } from './read-backlog.ts';
