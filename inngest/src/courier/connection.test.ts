import { once } from 'node:events';
import { isIPv6, type LookupFunction } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { Peer, peerAgent } from './connection.ts';
import { guardedLookup, RefusedTarget } from './lookup.ts';
import { atEnd, closeAll, receiver } from './receiver.fixture.ts';

afterEach(closeAll);

/** All of 127.0.0.0/8 is this machine on Linux, one address elsewhere. */
const addresses = process.platform === 'linux' ? ['127.0.0.1', '127.0.0.2', '127.0.0.3'] : ['127.0.0.1'];

/** Returns the next list of addresses each time, and counts. */
function lookupOf(...answers: string[][]): { lookup: LookupFunction; asked: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, _options, callback) => {
    const answer = answers[asked++ % answers.length] ?? [];
    callback(
      null,
      answer.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
  };
  return { lookup, asked: () => asked };
}

function agentWith(lookup: LookupFunction): Dispatcher {
  const agent = peerAgent(1_000, { lookup });
  atEnd(() => agent.close());
  return agent;
}

/** Posts and tells where to, and what the other side says about that. */
function poster(port: number, dispatcher: Dispatcher) {
  const url = `http://shop.example.com:${port}`;
  return async (path = '/') => {
    const peer = new Peer();
    const sent = request(`${url}${path}`, { method: 'POST', dispatcher, body: 'x', opaque: peer });
    const body = await sent.then((answer) => answer.body.text()).catch((error: Error) => error);
    return { address: peer.address, body };
  };
}

describe('the address of a call', () => {
  it('is the one that its own connection went to, however connections are shared, kept, closed and broken', async () => {
    let served = 0;
    const { port, seen } = await receiver((request, response) => {
      served += 1;
      if (served % 7 === 0) return request.socket.destroy();
      if (served % 3 === 0) response.setHeader('connection', 'close');
      response.end(request.socket.localAddress);
    }, '0.0.0.0');
    const { lookup, asked } = lookupOf(...addresses.map((address) => [address]));
    const post = poster(port, agentWith(lookup));
    const answers = [];
    for (let round = 0; round < 20; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 1 + (round % 5) }, () => post()))));
    }
    const answered = answers.filter(({ body }) => typeof body === 'string');
    for (const { address, body } of answered) expect(address).toBe(body);
    for (const { address } of answers) expect(addresses).toContain(address);
    expect(answered.length).toBeLessThan(answers.length);
    expect(new Set(answered.map(({ address }) => address))).toEqual(new Set(addresses));
    // Connections were kept, or this proves nothing.
    expect(seen.connections).toBeLessThan(answers.length);
    expect(asked()).toBe(seen.connections);
  });

  it.skipIf(addresses.length < 2)('is the one that answered, not the one that was tried first', async () => {
    const { port } = await receiver((request, response) => response.end(request.socket.localAddress), '127.0.0.2');
    const post = poster(port, agentWith(lookupOf(['127.0.0.1', '127.0.0.2', '127.0.0.3']).lookup));
    expect(await post()).toEqual({ address: '127.0.0.2', body: '127.0.0.2' });
    expect(await post()).toEqual({ address: '127.0.0.2', body: '127.0.0.2' });
  });

  it('is none when its connection cannot be made, whatever was connected to before', async () => {
    const { port, seen } = await receiver((request, response) => {
      if (request.url === '/last') response.setHeader('connection', 'close');
      response.end('ok');
    });
    const failing: LookupFunction = (_hostname, _options, callback) => callback(new Error('no DNS'), []);
    const working = lookupOf(['127.0.0.1']).lookup;
    let asked = 0;
    const agent = agentWith((...args) => (asked++ < 2 ? working : failing)(...args));
    const post = poster(port, agent);
    const closed = once(agent, 'disconnect');
    // Two connections, of which the first is closed and would be made again.
    const both = await Promise.all([post('/last'), post('/')]);
    expect(both.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    await closed;
    expect(await post()).toEqual({ address: null, body: new Error('no DNS') });
    expect([asked, seen.connections]).toEqual([3, 2]);
  });
});

describe('a name', () => {
  it('is looked up and judged again for each renewed connection: the first good answer opens no door', async () => {
    const { port, seen } = await receiver((request, response) => {
      if (request.url === '/last') response.setHeader('connection', 'close');
      response.end('ok');
    });
    // The first answer stands for a public address, which no test can connect to.
    const unjudged = lookupOf(['127.0.0.1']).lookup;
    const guarded = guardedLookup(async () => ['127.0.0.1']);
    let asked = 0;
    const post = poster(
      port,
      agentWith((...args) => (asked++ === 0 ? unjudged : guarded)(...args)),
    );
    for (const path of ['/', '/', '/last']) {
      expect(await post(path)).toEqual({ address: '127.0.0.1', body: 'ok' });
      // A connection is free again a turn of the event loop after its answer.
      await setImmediate();
    }
    expect([asked, seen.connections]).toEqual([1, 1]);
    const refused = new RefusedTarget('The name resolves to a loopback address.');
    for (let round = 0; round < 5; round += 1) expect(await post()).toEqual({ address: null, body: refused });
    expect([asked, seen.connections]).toEqual([6, 1]);
  });
});
