import { createRouter } from '../init.ts';

export const payoutsRouter = createRouter({});
