import type { FastifyInstance } from 'fastify';
import { isKnownClient } from './known-client.ts';
import { sendError, sendJson } from './provider-answers.ts';
import type { Simulation } from './simulation.ts';

export const tokenPath = '/oauth/v1/generate';

/** The key and secret in a Basic authorization header; undefined when it is not one. */
const basicOf = (header: string | undefined): { key: string; secret: string } | undefined => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? { key: pair, secret: '' } : { key: pair.slice(0, colon), secret: pair.slice(colon + 1) };
};

/** `GET /oauth/v1/generate`: issues a token for about an hour. While `oneToken` is on, a consumer key has one. */
export const addTokenRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.get<{ Querystring: Record<string, unknown> }>(tokenPath, async (request, reply) => {
    const pair = basicOf(request.headers.authorization);
    if (pair === undefined) return sendError(request, reply, 400, '400.008.01', 'Invalid Authentication passed');
    if (request.query.grant_type !== 'client_credentials') {
      return sendError(request, reply, 400, '400.008.02', 'Invalid grant type passed');
    }
    // The provider replies to a wrong key or secret with HTTP 400 and no body.
    if (!isKnownClient(simulation, pair.key, pair.secret)) return reply.code(400).send();
    const token = simulation.tokens.issue(pair.key, simulation.settings.oneToken);
    return sendJson(reply, 200, { access_token: token, expires_in: '3599' });
  });
};
