import { createRouter } from '../init.ts';

export const catalogueRouter = createRouter({});
