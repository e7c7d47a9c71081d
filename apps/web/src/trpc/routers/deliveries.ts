import { createRouter } from '../init.ts';

export const deliveriesRouter = createRouter({});
