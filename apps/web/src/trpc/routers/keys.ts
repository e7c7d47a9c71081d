import { createRouter } from '../init.ts';

export const keysRouter = createRouter({});
