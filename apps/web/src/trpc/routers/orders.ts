import { createRouter } from '../init.ts';

export const ordersRouter = createRouter({});
