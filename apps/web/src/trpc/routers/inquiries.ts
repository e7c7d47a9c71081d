import { createRouter } from '../init.ts';

export const inquiriesRouter = createRouter({});
