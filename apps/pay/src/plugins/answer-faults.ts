import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isDatabaseOutage } from '@tillgate/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { faultPage, tooManyPage } from '../pages/notice.ts';
import { sceneOf } from '../scene.ts';
import { TooMany } from './limit-visitors.ts';
import { secureHeadersFor } from './secure-headers.ts';

const htmlType = 'text/html; charset=utf-8';

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type(htmlType).send(page);
}

/** The same page for every address that leads nowhere, whatever is wrong with it. */
export function sendUnknown(deps: Deps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, faultPage(sceneOf(deps, request), '', 'unknown'));
}

/** Answers every error with a page that says what to do, and never with what the error says. */
export function answerFaults(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error, request, reply) => answerFault(deps, error, request, reply));
  app.setNotFoundHandler((request, reply) => sendUnknown(deps, request, reply));
}

function answerFault(deps: Deps, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const scene = sceneOf(deps, request);
  if (error instanceof TooMany) {
    void reply.header('retry-after', error.seconds);
    return sendPage(reply, 429, tooManyPage(scene, '', error.seconds));
  }
  const status = statusOf(error);
  if (status < 500) return sendPage(reply, status, faultPage(scene, '', 'unreadable'));
  if (request.raw.socket.destroyed) {
    // Whoever asked has hung up, and reads no answer.
    deps.log.debug({ err: error, requestId: request.id, route: request.routeOptions.url }, 'A request was cut off.');
    return reply;
  }
  deps.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'A request failed.');
  return sendPage(reply, status, faultPage(scene, '', 'broken'));
}

function statusOf(error: unknown): number {
  if (isDatabaseOutage(error)) return 503;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? status : 500;
}

/** Refuses what is not valid HTTP with an empty answer. */
export function refuseBrokenRequest(baseUrl: string, error: Error & { code?: unknown }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-length: 0',
    ...Object.entries(secureHeadersFor(baseUrl)).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}
