import { createRouter } from '../init.ts';

export const organizationsRouter = createRouter({});
