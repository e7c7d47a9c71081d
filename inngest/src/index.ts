/** What other processes need in order to publish signals. The worker itself starts in `main.ts`. */
export { createClient, createPublisher } from './client.ts';
export { embeddedFetch } from './embedded/index.ts';
