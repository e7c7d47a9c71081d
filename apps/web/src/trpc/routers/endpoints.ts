import { createRouter } from '../init.ts';

export const endpointsRouter = createRouter({});
