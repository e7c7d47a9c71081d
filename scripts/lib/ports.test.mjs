// @ts-check
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { choosePorts, freePorts, plannedPorts, readPorts, rememberPorts } from './ports.mjs';

/** @type {import('node:net').Server[]} */
const servers = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** @param {number} port */
async function take(port) {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
}

/** Ports of which the first is free, and so is the one after it. */
async function twoInARow() {
  for (;;) {
    const { one = 0 } = await freePorts(['one']);
    const { ports } = await choosePorts({}, { next: one + 1 });
    if (ports.next === one + 1) return one;
  }
}

describe('choosePorts', () => {
  it('takes the usual ports while they are free', async () => {
    const { one = 0, two = 0 } = await freePorts(['one', 'two']);
    const usual = { API_PORT: one, WEB_PORT: two };
    expect(await choosePorts({}, usual)).toEqual({ ports: usual, moved: [] });
  });

  it('chooses the next free port when the usual one is taken, and says so', async () => {
    const port = await twoInARow();
    await take(port);
    expect(await choosePorts({}, { API_PORT: port })).toEqual({
      ports: { API_PORT: port + 1 },
      moved: [{ variable: 'API_PORT', from: port, to: port + 1 }],
    });
  });

  it('never chooses a port that another process of ours is to have', async () => {
    const port = await twoInARow();
    await take(port);
    const { ports, moved } = await choosePorts({}, { API_PORT: port, WORKER_PORT: port + 1 });
    expect(ports.WORKER_PORT).toBe(port + 1);
    expect(ports.API_PORT).toBeGreaterThan(port + 1);
    expect(moved.map(({ variable }) => variable)).toEqual(['API_PORT']);
  });

  it('takes the port of the last start while it is free, else begins at the usual one again', async () => {
    const port = await twoInARow();
    const remembered = { API_PORT: port + 1 };
    expect((await choosePorts({}, { API_PORT: port }, { remembered })).ports).toEqual(remembered);
    await take(port + 1);
    expect((await choosePorts({}, { API_PORT: port }, { remembered })).ports).toEqual({ API_PORT: port });
  });

  it('refuses a port that is set and taken, and names the variable', async () => {
    const { port = 0, other = 0 } = await freePorts(['port', 'other']);
    await take(port);
    await expect(choosePorts({ API_PORT: String(port) }, { API_PORT: other })).rejects.toThrow(
      `Port ${port} is taken: stop what uses it, or set API_PORT to a free port.`,
    );
  });

  it('takes a port that is set, and gives another one to whom it belongs usually', async () => {
    const port = await twoInARow();
    const { ports } = await choosePorts({ WEB_PORT: String(port) }, { WEB_PORT: 1, API_PORT: port });
    expect(ports.WEB_PORT).toBe(port);
    expect(ports.API_PORT).toBeGreaterThan(port);
  });

  it('refuses what is not a port, and one port that is set for two', async () => {
    await expect(choosePorts({ API_PORT: 'x' }, { API_PORT: 1 })).rejects.toThrow('API_PORT is not a port: x.');
    const both = { API_PORT: '20000', WORKER_PORT: '20000' };
    await expect(choosePorts(both, { API_PORT: 1, WORKER_PORT: 2 })).rejects.toThrow(
      'WORKER_PORT and API_PORT are both 20000: give them different ports.',
    );
  });
});

describe('the ports of the last start', () => {
  it('are remembered, but for those that were set', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tillgate ports '));
    expect(await readPorts(directory)).toEqual({});
    await rememberPorts(directory, { API_PORT: 4005, WEB_PORT: 5000 }, { WEB_PORT: '5000' });
    const remembered = await readPorts(directory);
    expect(remembered).toEqual({ API_PORT: 4005 });
    const usual = { API_PORT: 4000, WEB_PORT: 3000, WORKER_PORT: 4001 };
    expect(plannedPorts({ WORKER_PORT: '6000' }, usual, remembered)).toEqual({
      API_PORT: 4005,
      WEB_PORT: 3000,
      WORKER_PORT: 6000,
    });
    await writeFile(join(directory, 'ports.json'), '{"API_PORT":"x"');
    expect(await readPorts(directory)).toEqual({});
    await rm(directory, { recursive: true });
  });
});
