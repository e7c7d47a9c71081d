import { createRouter } from '../init.ts';

export const accountRouter = createRouter({});
