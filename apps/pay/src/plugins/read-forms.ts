import type { FastifyInstance } from 'fastify';

/** Names that are read, more than any form of ours has. */
const namesMax = 40;

/** Reads forms, and no other bodies. The first value of a name counts. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const typed: Record<string, string> = Object.create(null);
    for (const [name, value] of [...new URLSearchParams(String(body))].slice(0, namesMax)) typed[name] ??= value;
    done(null, typed);
  });
}
