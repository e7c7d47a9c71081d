import { errorReferencePage } from '../error-reference.ts';
import type { Routes } from '../routes-type.ts';

/** The page that `type` of every refusal points to. */
export function errorsRoute(app: Routes): void {
  const page = errorReferencePage();
  app.get('/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
}
