import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../provider-answers.ts';
import type { Simulation } from '../simulation.ts';
import { sendAirtelRefusal, sendOauthError } from './answers.ts';
import type { Portal, Product } from './portal.ts';
import { type AirtelRefusal, airtelRefusals } from './refusals.ts';

export const railCountry = 'KE';
export const railCurrency = 'KES';

const headerOf = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '');

/** Checks the headers that every product wants (fact 3). Returns undefined when they are right. */
const judgeHeaders = (country: string, currency: string): AirtelRefusal | undefined => {
  if (country === '') return airtelRefusals.noPartner;
  if (currency === '') return airtelRefusals.missingHeader;
  if (country !== railCountry) return airtelRefusals.wrongCountry;
  return currency === railCurrency ? undefined : airtelRefusals.wrongCurrency;
};

/** Replies that a token is dead. The rail says so with HTTP 401 or 403 (fact 2). */
export const sendDeadToken = (request: FastifyRequest, reply: FastifyReply, status: 401 | 403): FastifyReply =>
  sendOauthError(request, reply, status, 'invalid_token', 'The access token is invalid or has expired');

/**
 * Makes the gateway's checks in this order: the token, the headers, the product. Replies and returns undefined when one
 * fails; else returns the portal of the client. An expired token gets HTTP 401, one that nobody issued HTTP 403.
 */
export const openCall = (
  { airtel }: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  product: Product,
): Portal | undefined => {
  const token = bearerOf(request) ?? '';
  const clientId = airtel.tokens.ownerOf(token);
  if (clientId === undefined) {
    sendDeadToken(request, reply, airtel.tokens.hasIssued(token) ? 401 : 403);
    return undefined;
  }
  const portal = airtel.portals.of(clientId);
  const refusal =
    judgeHeaders(headerOf(request, 'x-country'), headerOf(request, 'x-currency')) ??
    (portal.products.includes(product) ? undefined : airtelRefusals.noProduct);
  if (refusal === undefined) return portal;
  sendAirtelRefusal(request, reply, refusal);
  return undefined;
};
