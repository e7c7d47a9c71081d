import { DomainError, requireScope, type Scope, type TenantContext } from '@tillgate/domain';
import { requireAddress } from '@tillgate/domain/keys';
import { requireActive } from '@tillgate/domain/organizations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseBeyond } from './refuse-beyond.ts';

type Caller = Awaited<ReturnType<Deps['authenticate']>> & object;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs for the route: the one that its verb requires. */
    scope?: Scope;
  }
}

const bearer = /^Bearer +([^\s]+) *$/i;

/**
 * Requires an API key that may be used for the route and from the caller's address, before the rest of the request is
 * read. Every route names its scope; the document shows it as the role that the route requires.
 */
export function authenticate(
  app: FastifyInstance,
  deps: Pick<Deps, 'authenticate' | 'countBadKey' | 'keyNetworks'>,
): void {
  app.addHook('onRoute', ({ url, config, schema }) => {
    if (!config?.scope) throw new Error(`the route ${url} names no scope`);
    if (schema) schema.security = [{ apiKey: [config.scope] }];
  });
  app.addHook('onRequest', async (request, reply) => {
    const caller = await identify(deps, request, reply);
    const { scope } = request.routeOptions.config;
    if (scope) requireScope(caller, scope);
  });
}

/**
 * Identifies the caller and stores it in the request. Long requests call it again.
 * @throws DomainError unauthenticated, rate_limited (too many bad keys from this network), forbidden (the key may not be
 *   used from this address, or its organization is suspended)
 */
export async function identify(
  deps: Pick<Deps, 'authenticate' | 'countBadKey' | 'keyNetworks'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const presented = presentedKey(request);
  const caller = presented === undefined ? undefined : await deps.authenticate(presented);
  if (!caller) {
    // After the check, so that a valid key is never refused because of bad keys from its network.
    if (presented !== undefined) {
      const verdict = deps.countBadKey(request.remoteIp);
      if (!verdict.allowed) refuseBeyond(reply, 'bad-keys', verdict, badKeysBeyond(verdict.limit));
    }
    throw new DomainError('unauthenticated', 'The API key is missing or invalid.');
  }
  request.caller = caller;
  requireAddress(caller, request.remoteIp);
  requireActive(caller);
  if (request.remoteIp !== '') deps.keyNetworks.note(caller.keyId, request.remoteIp);
  return caller;
}

const badKeysBeyond = (limit: number) =>
  `The API key is missing or invalid, and from your network no more than ${limit} such keys are taken`;

/** The API key that the request carries, valid or not. */
export function presentedKey(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return bearer.exec(request.headers.authorization ?? '')?.[1];
}

/** The context of the request's caller: verbs see only the rows of its application and environment. */
export function tenantContext<Ctx extends Deps['context']>(ctx: Ctx, request: FastifyRequest): Ctx & TenantContext {
  const { caller } = request;
  if (!caller) throw new Error('the route is not behind authentication');
  const { applicationId, environment, keyId } = caller;
  // The process's context comes last, and has none of the three: fields that are added to a copy cost ten times as much.
  return { tenant: { applicationId, environment }, actor: `key:${keyId}`, authority: caller.authority, ...ctx };
}
