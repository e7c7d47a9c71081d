import { createRouter } from '../init.ts';

export const eventsRouter = createRouter({});
