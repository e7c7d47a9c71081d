import type { Routes } from '../app.ts';
import { errorReferencePage } from '../error-reference.ts';

/** The page that `type` of every refusal points to. */
export function errorsRoute(app: Routes): void {
  const page = errorReferencePage();
  app.get('/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
}
