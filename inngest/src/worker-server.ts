import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { requestDeadlines } from '@tillgate/process';
import { isMailsPath } from './mails-page.ts';

export const servePath = '/api/inngest';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The state of the engine, whether this worker can work, and why not. */
export type Health = { engine: string; isReady: boolean; reason?: string };

export type WorkerSurface = {
  /** The last known state, without a check. */
  health(): Health;
  /** For `/readyz`: checks the worker's dependencies. Default: `health`. */
  look?: (() => Promise<Health>) | undefined;
  /** The page of emails that are not sent. */
  showMails?: Answer | undefined;
  /** Runs functions for an Inngest server. */
  runFunctions?: Answer | undefined;
  /** How long a client may take to send a request. */
  timeoutMs?: number;
  /** How long an idle connection is kept. */
  keptSeconds?: number;
};

/** For every response. A page sets its own policy. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The worker's few addresses. It listens to the operator's probes and to an Inngest server, never to the public. */
export function createWorkerServer(surface: WorkerSurface): Server {
  const { health, look, showMails, runFunctions, timeoutMs, keptSeconds } = surface;
  return createServer(requestDeadlines(timeoutMs, keptSeconds), (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.url === '/healthz') answerProbe(response, health(), true);
    else if (request.url === '/readyz') {
      if (look) void look().then((found) => answerProbe(response, found, found.isReady));
      else answerProbe(response, health(), health().isReady);
    } else if (showMails && isMailsPath(request.url)) void showMails(request, response);
    else if (runFunctions && request.url?.startsWith(servePath)) void runFunctions(request, response);
    else response.writeHead(404).end();
  });
}

function answerProbe(response: ServerResponse, { engine, reason }: Health, isWell: boolean): void {
  const body = isWell ? { status: 'ok', engine } : { status: 'not_ready', engine, ...(reason && { reason }) };
  response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
