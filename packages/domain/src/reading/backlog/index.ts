export { type BacklogQueue, backlogRowsMax, type QueueBacklog, queues, readBacklog } from './read-backlog.ts';
