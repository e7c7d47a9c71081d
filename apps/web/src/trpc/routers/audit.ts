import { createRouter } from '../init.ts';

export const auditRouter = createRouter({});
