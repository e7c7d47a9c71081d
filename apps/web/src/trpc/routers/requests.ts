import { createRouter } from '../init.ts';

export const requestsRouter = createRouter({});
