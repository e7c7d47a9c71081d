import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can also reach its database. Both take callbacks: `spooled` counts
 * callbacks that wait for the database, and those that a person must check. `lacksProxies` is for the doctor, which does not
 * know the settings of this process.
 */
export function healthRoutes(app: Routes, deps: Pick<Deps, 'context' | 'spooled' | 'lacksProxies'>): void {
  app.get(
    '/healthz',
    { schema: { hide: true, response: { 200: z.object({ status: z.literal('ok') }) } } },
    async () => ({
      status: 'ok' as const,
    }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const found = { spooled: deps.spooled(), lacksProxies: deps.lacksProxies };
    try {
      await deps.context.db.pool.query('SELECT 1');
      return { status: 'ready', ...found };
    } catch {
      return reply.code(503).send({ status: 'not_ready', reason: 'The database cannot be reached.', ...found });
    }
  });
}
