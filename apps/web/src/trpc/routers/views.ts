import { createRouter } from '../init.ts';

export const viewsRouter = createRouter({});
