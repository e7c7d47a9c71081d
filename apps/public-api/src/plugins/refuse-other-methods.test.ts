import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { documentPaths } from '../document.fixture.ts';
import { loneApi } from '../lone-api.fixture.ts';
import { problemSchema } from '../problem.ts';

const running = loneApi();

type RawResponse = { status: number; headers: Map<string, string>; body: string };

/** Sends one request over a socket: `fetch` refuses TRACE and CONNECT itself. */
async function send(method: string, target: string): Promise<RawResponse> {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(running.api.origin).port), '127.0.0.1', () =>
      socket.write(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()] as const;
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body };
}

const addressOf = (path: string) =>
  `/functions/v1${path.replaceAll(/\{[^}]+\}/g, '01a1f774-020b-731b-b1d4-5c4f9e2105cf')}`;
const served = [
  ...documentPaths.map(({ path, methods }) => ({ address: addressOf(path), methods })),
  ...['stk-hook', 'result-hook', 'timeout-hook', 'c2b-hook'].map((hook) => ({
    address: `/functions/v1/${hook}/0123abcd`,
    methods: ['POST'],
  })),
  ...['/healthz', '/readyz', '/status', '/status.json', '/openapi.json'].map((address) => ({
    address,
    methods: ['GET'],
  })),
];

describe.each(served)('$address', ({ address, methods }) => {
  const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods;

  it('has a 405 with Allow for every method that Node can read and the path does not have', async () => {
    const others = METHODS.filter((method) => !allowed.includes(method));
    expect(others).toEqual(expect.arrayContaining(['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS', 'DELETE', 'QUERY']));
    for (const method of others) {
      const { status, headers, body } = await send(method, address);
      expect(status, method).toBe(405);
      expect(headers.get('allow')?.split(', ').sort(), method).toEqual([...allowed].sort());
      if (method === 'HEAD') continue;
      expect(problemSchema.parse(JSON.parse(body)), method).toMatchObject({ code: 'method_not_allowed', status: 405 });
    }
  });
});

it.each(METHODS)('%s on an unknown path is a 404', async (method) => {
  for (const target of ['/nowhere', '/functions/v1/nowhere', '/functions/v1/collect/more']) {
    const { status, headers, body } = await send(method, target);
    expect(status, target).toBe(404);
    expect(headers.has('allow'), target).toBe(false);
    if (method !== 'HEAD') expect(problemSchema.parse(JSON.parse(body)).code, target).toBe('not_found');
  }
});

it('does not open a tunnel: CONNECT to a host is a 404', async () => {
  const { status, body } = await send('CONNECT', 'example.com:443');
  expect(status).toBe(404);
  expect(problemSchema.parse(JSON.parse(body)).code).toBe('not_found');
});

it('refuses a method that HTTP does not register as a broken request', async () => {
  const { status, body } = await send('FROBNICATE', '/functions/v1/collect');
  expect(status).toBe(400);
  expect(problemSchema.parse(JSON.parse(body)).status).toBe(400);
});
