import type { Routes } from '../routes-type.ts';

/** The response of a hook. The provider only needs to know that the callback arrived. */
export const acknowledgement = { ResultCode: 0, ResultDesc: 'Accepted' };

/** A request to a hook, with its body byte for byte. */
type Posted = { token: string; body: Buffer; remoteIp: string; query: Readonly<Record<string, unknown>> };

/**
 * Registers a path that the provider posts to. `path` ends in `/:token`. The result of `receive` is the response body.
 * The address is that of the connection, or the one that a trusted proxy names.
 */
export function rawHook(app: Routes, path: `/${string}/:token`, receive: (posted: Posted) => Promise<object>): void {
  void app.register(async (hook) => {
    // The bytes are stored as they arrive: a body that we cannot read today is still evidence.
    hook.removeAllContentTypeParsers();
    // Fastify refuses a media type that it cannot read before it asks a parser, so no header of the sender reaches it.
    hook.addHook('onRequest', async ({ raw }) => {
      raw.headers['content-type'] = 'application/octet-stream';
    });
    hook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hook.post(path, { schema: { hide: true } }, async (request) => {
      const { token } = request.params as { token: string };
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return receive({ token, body, remoteIp: request.remoteIp, query: request.query as Record<string, unknown> });
    });
  });
}
