import { createRouter } from '../init.ts';

export const credentialsRouter = createRouter({});
