import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { askServer } from './ask-server.ts';
import { type FakeServer, startFakeServer } from './inngest-server.fixture.ts';

let server: FakeServer | undefined;
afterEach(() => server?.close());

const signingKey = 'signkey-prod-00ff';
const hash = `signkey-prod-${createHash('sha256').update(Buffer.from('00ff', 'hex')).digest('hex')}`;
const url = 'http://workers:4001/api/inngest?fnId=tillgate-a&stepId=step';

async function look(answer: RequestListener) {
  server = await startFakeServer(answer);
  return askServer({ baseUrl: server.baseUrl, eventKey: 'an/event key', signingKey });
}

/** Answers to the list of functions and to the empty list of events. */
const says =
  (functions: { status?: number; body?: string }, events: { status?: number } = {}): RequestListener =>
  (request, response) => {
    const { status = 200, body = '[]' } = request.method === 'GET' ? functions : { ...events, body: '{}' };
    response.writeHead(status).end(body);
  };

describe('a look at an Inngest server', () => {
  it('sends the hash of the signing key and no event', async () => {
    const seen: unknown[] = [];
    const found = await look((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers.authorization, body]);
        response.end(request.method === 'GET' ? 'null' : '{}');
      });
    });
    expect(found).toEqual({ kind: 'listed', functions: [] });
    expect(seen.sort()).toEqual([
      ['GET', '/v1/apps/tillgate/functions', `Bearer ${hash}`, ''],
      ['POST', '/e/an%2Fevent%20key', undefined, '[]'],
    ]);
  });

  it('reads where the server calls which functions', async () => {
    const body = JSON.stringify([
      { id: 'tillgate-a', name: 'a', config: { steps: [{ id: 'step', uri: url }] } },
      { id: 'tillgate-b', config: null },
    ]);
    expect(await look(says({ body }))).toEqual({
      kind: 'listed',
      functions: [
        { id: 'tillgate-a', url },
        { id: 'tillgate-b', url: '' },
      ],
    });
  });

  it.each<[string, RequestListener, object]>([
    ['the signing key is refused', says({ status: 401 }), { kind: 'refused', variable: 'INNGEST_SIGNING_KEY' }],
    ['the event key is refused', says({}, { status: 401 }), { kind: 'refused', variable: 'INNGEST_EVENT_KEY' }],
    ['the address is not there', says({ status: 404 }), { kind: 'away', reason: 'it answers 404.' }],
    ['the server fails', says({}, { status: 500 }), { kind: 'away', reason: 'it answers 500.' }],
    ['the list is no list', says({ body: '{}' }), { kind: 'away', reason: 'its list of functions cannot be read.' }],
    ['the list is no JSON', says({ body: '<p>' }), { kind: 'away', reason: 'its list of functions cannot be read.' }],
    ['the server hangs', () => {}, { kind: 'away', reason: 'no response within 3 s.' }],
  ])('tells that %s', async (_what, answer, expected) => {
    expect(await look(answer)).toEqual(expected);
  });

  it('tells that nothing listens', async () => {
    server = await startFakeServer(() => {});
    server.close();
    const found = await askServer({ baseUrl: server.baseUrl, eventKey: 'e', signingKey });
    expect(found).toEqual({ kind: 'away', reason: expect.stringContaining('ECONNREFUSED') });
  });
});
