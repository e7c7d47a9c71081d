import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { docsPolicyWith } from './secure-headers.ts';

/** For files below static/, whose names contain a hash of their content. */
const forever = 'public, max-age=31536000, immutable';
/** Browsers keep pages and ask each time whether they changed. */
const revalidated = 'public, max-age=0, must-revalidate';

const inlineScript = /<script>([\s\S]*?)<\/script>/g;

/** Whether the guides were built: an installation may leave them out. */
export const hasGuides = (directory: string): boolean => existsSync(join(directory, 'index.html'));

/** Sources of a policy for the scripts within a page. The generator puts the same one into every page. */
function hashesOf(page: string): string[] {
  return [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/**
 * Serves the built guides below /docs, beside the reference. Paths need no `.html`.
 * @param directory with an index.html
 */
export async function serveGuides(app: FastifyInstance, directory: string): Promise<void> {
  const hashed = resolve(directory, 'static') + sep;
  const policy = docsPolicyWith(hashesOf(readFileSync(join(directory, 'index.html'), 'utf8')));
  const notFoundPage = readFileSync(join(directory, '404.html'), 'utf8');
  await app.register(
    async (guides) => {
      guides.addHook('onRequest', (_request, reply, done) => {
        void reply.header('content-security-policy', policy);
        done();
      });
      const notFound = (reply: FastifyReply) => reply.code(404).type('text/html; charset=utf-8').send(notFoundPage);
      guides.setNotFoundHandler((_request, reply) => notFound(reply));
      // Paths such as `//x` and `%00`, which the plugin refuses. They do not exist, and this is not an error of ours.
      guides.setErrorHandler((error: FastifyError, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error;
        return notFound(reply);
      });
      await guides.register(staticFiles, {
        root: resolve(directory),
        extensions: ['html'],
        dotfiles: 'ignore',
        decorateReply: false,
        cacheControl: false,
        setHeaders: (reply, path) => {
          void reply.header('cache-control', path.startsWith(hashed) ? forever : revalidated);
        },
      });
      guides.get('', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/', 301));
    },
    { prefix: '/docs' },
  );
}
