import { createRouter } from '../init.ts';

export const paymentsRouter = createRouter({});
