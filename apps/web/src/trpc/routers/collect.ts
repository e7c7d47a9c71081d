import { createRouter } from '../init.ts';

export const collectRouter = createRouter({});
