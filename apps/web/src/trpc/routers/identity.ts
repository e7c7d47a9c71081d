import { createRouter } from '../init.ts';

export const identityRouter = createRouter({});
