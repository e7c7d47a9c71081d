import { createRouter } from '../init.ts';

export const policyRouter = createRouter({});
