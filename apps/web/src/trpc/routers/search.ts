import { createRouter } from '../init.ts';

export const searchRouter = createRouter({});
