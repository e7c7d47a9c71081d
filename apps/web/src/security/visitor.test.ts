import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { notePeers, peerHeader } from './peer.ts';
import { readVisitor } from './visitor.ts';

const headersOf = (peer: string, forwardedFor: string) =>
  new Headers({
    ...(peer && { [peerHeader()]: peer }),
    ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
    'user-agent': 'Firefox',
  });

describe('the sender of a request', () => {
  const proxy = '10.0.0.3';
  it.each([
    ['203.0.113.9', '', [], '203.0.113.9'],
    ['::ffff:203.0.113.9', '', [], '203.0.113.9'],
    ['2001:db8::1', '', [], '2001:db8::1'],
    // Next itself writes the connection's address where the sender wrote nothing.
    ['203.0.113.9', '203.0.113.9', [], '203.0.113.9'],
    // Forged: the connection is nobody's that is trusted.
    ['203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1, 10.0.0.3', ['10.0.0.0/8'], '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', ['192.0.2.0/24'], '203.0.113.9'],
    // Through proxies.
    [proxy, '203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    [`::ffff:${proxy}`, '::ffff:203.0.113.9', [proxy], '203.0.113.9'],
    [proxy, '198.51.100.1, 203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    [proxy, '198.51.100.1, 203.0.113.9, 192.0.2.1', [proxy, '192.0.2.1'], '203.0.113.9'],
    ['fd00::2', '203.0.113.9, 2001:db8::1', ['fd00::/8'], '2001:db8::1'],
    [proxy, '198.51.100.1, 203.0.113.9:4711', [proxy], '203.0.113.9'],
    [proxy, '198.51.100.1, [2001:db8::1]:4711', [proxy], '2001:db8::1'],
    // What cannot be read is not skipped for what stands before it.
    [proxy, '198.51.100.1, unknown', [proxy], undefined],
    [proxy, '', [proxy], undefined],
    ['', '203.0.113.9', ['10.0.0.0/8'], undefined],
  ])('on a connection from "%s" with X-Forwarded-For "%s" behind %j is %s', (peer, forwardedFor, proxies, remoteIp) => {
    expect(readVisitor(headersOf(peer, forwardedFor), proxies)).toEqual({ remoteIp, userAgent: 'Firefox' });
  });
});

describe('the address of the connection', () => {
  it('is noted for every request, whatever the sender writes', async () => {
    notePeers();
    notePeers();
    const server = createServer((request, response) => {
      const headers = new Headers(request.headers as Record<string, string>);
      response.end(JSON.stringify(readVisitor(headers, [])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answers = [{}, { 'x-forwarded-for': '198.51.100.1' }, { [peerHeader()]: '198.51.100.1' }].map(
      async (headers) => {
        const request = get({ port, host: '127.0.0.1', headers, agent: false });
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        const chunks = await response.toArray();
        return JSON.parse(Buffer.concat(chunks).toString());
      },
    );
    expect(await Promise.all(answers)).toEqual([1, 2, 3].map(() => ({ remoteIp: '127.0.0.1' })));
    server.close();
  });
});
