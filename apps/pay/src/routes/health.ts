import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** `/healthz`: the process runs. `/readyz`: it can also reach its database. */
export function healthRoutes(app: FastifyInstance, { context }: Pick<Deps, 'context'>): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await context.db.pool.query('SELECT 1');
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'not_ready', reason: 'The database cannot be reached.' });
    }
  });
}
