import { createAddressList, senderOf } from '@tillgate/domain';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the sender; empty when a trusted proxy hides it. */
    readonly remoteIp: string;
  }
}

/** Gives each request the address of its sender: that of the connection, or the one that a trusted proxy names. */
export function nameSenders(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = createAddressList(trustedProxies);
  app.decorateRequest('remoteIp', {
    getter() {
      const forwardedFor = this.raw.headers['x-forwarded-for'];
      return (
        senderOf(this.raw.socket.remoteAddress, [forwardedFor ?? []].flat().join(',') || undefined, isTrusted) ?? ''
      );
    },
  });
}
