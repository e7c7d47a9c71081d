import { createRouter } from '../init.ts';

export const membersRouter = createRouter({});
