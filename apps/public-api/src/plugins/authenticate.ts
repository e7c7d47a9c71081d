import { DomainError, type TenantContext } from '@tillgate/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

type Caller = Awaited<ReturnType<Deps['authenticate']>> & object;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

const bearer = /^Bearer +([^\s]+) *$/i;

/** Requires an API key before the rest of the request is read. */
export function authenticate(app: FastifyInstance, deps: Pick<Deps, 'authenticate'>): void {
  app.addHook('onRequest', async (request) => {
    const presented = presentedKey(request);
    const caller = presented === undefined ? undefined : await deps.authenticate(presented);
    if (!caller) throw new DomainError('unauthenticated', 'The API key is missing or invalid.');
    request.caller = caller;
  });
}

/** The API key that the request carries, valid or not. */
export function presentedKey(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return bearer.exec(request.headers.authorization ?? '')?.[1];
}

/** The context of the request's caller: verbs see only the rows of its application and environment. */
export function tenantContext<Ctx extends Deps['context']>(ctx: Ctx, request: FastifyRequest): Ctx & TenantContext {
  const { caller } = request;
  if (!caller) throw new Error('the route is not behind authentication');
  const { applicationId, environment, keyId } = caller;
  return { ...ctx, tenant: { applicationId, environment }, actor: `key:${keyId}` };
}
