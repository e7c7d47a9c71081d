import type { FastifyReply, FastifyRequest } from 'fastify';
import { newRequestId } from './ids.ts';
import { noteEntry } from './request-entries.ts';
import type { Refusal } from './scenario.ts';
import type { Simulation } from './simulation.ts';

const jsonType = 'application/json;charset=UTF-8';

/** Replies with the provider's standard error body. */
export const sendError = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  errorCode: string,
  errorMessage: string,
): FastifyReply => {
  noteEntry(request, { errorCode });
  return sendJson(reply, status, { requestId: newRequestId(), errorCode, errorMessage });
};

export const sendJson = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).header('content-type', jsonType).send(JSON.stringify(body));

/** Replies with an HTML page like those of the gateway in front of the API. */
export const sendHtml = (reply: FastifyReply, status: number, title: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'text/html')
    .send(`<html><head><title>${status} ${title}</title></head><body><h1>${status} ${title}</h1></body></html>`);

/** Replies with a refusal of the magic table. */
export const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
  switch (refusal.form) {
    case 'envelope':
      return sendError(request, reply, refusal.status, refusal.errorCode, refusal.errorMessage);
    case 'html':
      return sendHtml(reply, refusal.status, refusal.title);
    case 'fault':
      return sendJson(reply, refusal.status, {
        fault: { faultstring: refusal.faultstring, detail: { errorcode: refusal.errorcode } },
      });
  }
};

/** How a product rejects an invalid token. The code and the HTTP status differ by product. */
export type TokenError = { status: number; errorCode: string };

export const defaultTokenError: TokenError = { status: 404, errorCode: '404.001.03' };

export const sendInvalidToken = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, errorCode }: TokenError = defaultTokenError,
): FastifyReply => sendError(request, reply, status, errorCode, 'Invalid Access Token');

/** Replies that one field is invalid. */
export const sendInvalidField = (
  request: FastifyRequest,
  reply: FastifyReply,
  field: string,
  errorCode = '400.002.02',
): FastifyReply => sendError(request, reply, 400, errorCode, `Bad Request - Invalid ${field}`);

/** The bearer token of a request; undefined when the header has another form. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** The JSON object in the body of a request; undefined when the body is another thing. */
export const objectOf = (request: FastifyRequest): Record<string, unknown> | undefined => {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    const body: unknown = JSON.parse(String(request.body));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
};

/** Makes the gateway's checks: first the token, then the body. Replies and returns undefined when one fails. */
export const openRequest = (
  simulation: Simulation,
  request: FastifyRequest,
  reply: FastifyReply,
  tokenError: TokenError = defaultTokenError,
): Record<string, unknown> | undefined => {
  const token = bearerOf(request);
  if (token === undefined) {
    sendError(request, reply, 404, '404.001.04', 'Invalid Authentication Header');
    return undefined;
  }
  if (!simulation.tokens.isLive(token)) {
    sendInvalidToken(request, reply, tokenError);
    return undefined;
  }
  const body = objectOf(request);
  if (body === undefined) sendError(request, reply, 400, '400.002.05', 'Invalid Request Payload');
  return body;
};
