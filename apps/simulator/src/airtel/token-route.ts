import type { FastifyInstance } from 'fastify';
import { isKnownClient } from '../known-client.ts';
import { objectOf, sendJson } from '../provider-answers.ts';
import type { Simulation } from '../simulation.ts';
import { answerErrors } from './answer-errors.ts';
import { sendOauthError } from './answers.ts';
import { clientIdLengthMax } from './portal.ts';
import { tokenSeconds } from './rail.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * `POST /auth/oauth2/token` with `{client_id, client_secret, grant_type}`: a token of 180 seconds for all products.
 * `expires_in` is a text in every second answer (fact 2). A new token leaves the earlier ones alive, which the facts
 * leave open.
 */
export const addAirtelTokenRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.post('/auth/oauth2/token', { errorHandler: answerErrors }, async (request, reply) => {
    const body = objectOf(request);
    if (body === undefined) return sendOauthError(request, reply, 400, 'invalid_request', 'The body is not JSON');
    if (body.grant_type !== 'client_credentials') {
      return sendOauthError(request, reply, 400, 'unsupported_grant_type', 'Unsupported grant type');
    }
    const clientId = textOf(body.client_id);
    const isKnown = isKnownClient(simulation, clientId, textOf(body.client_secret));
    if (!isKnown || clientId.length > clientIdLengthMax) {
      return sendOauthError(request, reply, 401, 'invalid_client', 'Invalid client authentication');
    }
    const { airtel } = simulation;
    airtel.tokensIssued += 1;
    return sendJson(reply, 200, {
      access_token: airtel.tokens.issue(clientId, false),
      expires_in: airtel.tokensIssued % 2 === 0 ? String(tokenSeconds) : tokenSeconds,
      token_type: 'bearer',
    });
  });
};
