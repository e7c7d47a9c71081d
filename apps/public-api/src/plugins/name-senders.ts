import { createAddressList, senderOf } from '@tillgate/domain';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the sender; empty when a trusted proxy hides it. */
    remoteIp: string;
  }
}

/**
 * Gives each request the address of its sender, once: that of the connection, or the one that a trusted proxy names. It stays
 * when the connection has ended.
 */
export function nameSenders(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = createAddressList(trustedProxies);
  app.decorateRequest('remoteIp', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',') || undefined;
    request.remoteIp = senderOf(socket.remoteAddress, forwardedFor, isTrusted) ?? '';
    done();
  });
}
