import { createRouter } from '../init.ts';

export const handsetRouter = createRouter({});
