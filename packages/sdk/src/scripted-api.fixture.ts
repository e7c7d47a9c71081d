import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from './clock.ts';
import { readOptions, type TillgateOptions } from './config.ts';
import type { Connection } from './send.ts';
import type { ErrorCode, Problem } from './types.ts';

export const apiKey = `mp_test_${'k3y'.repeat(14)}x`;

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
/** What the server does with one request. */
export type Answer = (response: ServerResponse) => void;

export const json =
  (body: object, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const refusal = (code: ErrorCode, status: number, more: Partial<Problem> = {}): Answer => {
  const detail = `It is ${code}.`;
  const problem: Problem = {
    type: `https://pay.example.com/functions/v1/errors#${code}`,
    title: 'A title',
    status,
    detail,
    error: detail,
    code,
    requestId: 'req_1',
    ...more,
  };
  return json(problem, status, { 'content-type': 'application/problem+json' });
};
export const cut: Answer = (response) => response.destroy();
export const silence: Answer = () => {};
export const page =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html>proxy</html>');

/** An HTTP server that gives these answers in turn, and then the last one again. */
export async function startScriptedApi(answers: Answer[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, body });
    answers[Math.min(asked.length, answers.length) - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A clock that notes the pauses and does not wait. Time passes with them. */
export function instantClock(): Clock & { pauses: number[] } {
  const pauses: number[] = [];
  let at = 0;
  return {
    pauses,
    now: () => at,
    random: () => 0.5,
    async pause(ms, signal) {
      signal?.throwIfAborted();
      pauses.push(ms);
      at += ms;
    },
  };
}

export function connectionTo(baseUrl: string, clock: Clock, options: Partial<TillgateOptions> = {}): Connection {
  return { config: readOptions({ apiKey, baseUrl, ...options }), clock };
}
