import { createRouter } from '../init.ts';

export const offlineRouter = createRouter({});
