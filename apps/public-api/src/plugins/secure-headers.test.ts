import { once } from 'node:events';
import { connect } from 'node:net';
import type { HTTPMethods } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loneApi } from '../lone-api.fixture.ts';

const running = loneApi();

const everywhere = {
  'cache-control': expect.stringMatching(/^no-store$|max-age/),
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Every method and address of an app, with a value for each parameter. */
function routesOf(drawing: string): { method: string; path: string }[] {
  const parents: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (segment === '') return [];
    parents.length = indent.length / 4;
    parents.push(segment);
    const path = parents.join('').replaceAll(/:\w+/g, 'x').replace('*', 'swagger-ui.css');
    return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }));
  });
}

describe('every response', () => {
  it('of every route keeps browsers from guessing, framing and keeping, errors included', async () => {
    const app = await createApp(running.api.deps);
    const routes = routesOf(app.printRoutes({ commonPrefix: false }));
    expect(routes.length).toBeGreaterThan(40);
    expect(routes).toContainEqual({ method: 'GET', path: '/functions/v1/status/x' });
    for (const { method, path } of routes) {
      const response = await app.inject({ method: method as HTTPMethods & 'GET', url: path });
      expect(response.headers, `${method} ${path}`).toMatchObject(everywhere);
      if (!path.startsWith('/docs')) expect(response.headers['cache-control'], path).toBe('no-store');
      expect(response.headers['strict-transport-security']).toBeUndefined();
    }
    await app.close();
  });

  it.each(['/nowhere', '/functions/v1/nowhere', '/functions/v1/%zz', `/functions/v1/status/${'x'.repeat(500)}`])(
    'at %s has them, too',
    async (path) => {
      const { headers, status } = await fetch(running.api.origin + path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(Object.fromEntries(headers)).toMatchObject(everywhere);
    },
  );

  it('to what is not even HTTP has them, too', async () => {
    const socket = connect(Number(new URL(running.api.origin).port), '127.0.0.1', () =>
      socket.write('NONSENSE\r\n\r\n'),
    );
    const [chunk] = await once(socket, 'data');
    for (const name of Object.keys(everywhere)) expect(String(chunk)).toMatch(new RegExp(`^${name}: `, 'm'));
  });

  it('of a service behind https keeps browsers there', async () => {
    const other = await running.startAnother({ PUBLIC_BASE_URL: 'https://pay.example/functions/v1' });
    for (const path of ['/healthz', '/docs/', '/functions/v1/payments', '/nowhere']) {
      const { headers } = await fetch(other.origin + path);
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains');
    }
    await other.close();
  });
});

it('the reference loads only what its policy allows', async () => {
  const page = await fetch(`${running.api.origin}/docs/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  const html = await page.text();
  // Nothing inline, and every file is ours.
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=|javascript:/i);
  const files = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path = '']) => new URL(path, page.url));
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) {
    expect(file.origin).toBe(running.api.origin);
    const answer = await fetch(file);
    // The server waits at its end for whoever has not read a large body.
    await answer.arrayBuffer();
    expect(answer.status, file.pathname).toBe(200);
  }
});

describe('a request that does not arrive in time', () => {
  const call = (key: string) =>
    `POST /functions/v1/payout HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;

  it.each<[string, (key: string) => string]>([
    ['headers', call],
    ['the body of a call', (key) => `${call(key)}content-length: 10\r\n\r\n{`],
    [
      'the body of a callback',
      () => 'POST /functions/v1/stk-hook/x HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{',
    ],
  ])('is cut off: %s', async (_what, bytes) => {
    const { key } = (await running.api.merchant()).key();
    const app = await createApp(running.api.deps, { timeoutMs: 100 });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes(key)));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"detail":"The request did not arrive in time."');
    await app.close();
  });
});
