import { createRouter } from '../init.ts';

export const reportsRouter = createRouter({});
