export { listenEvents, listenHeaders } from './listen-events.ts';
export { listenSecret } from './listen-secret.ts';
