import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionCloser } from './close-connections.ts';

let server: Server;
let close: () => Promise<void>;
let turns: EventEmitter;
let sockets: Socket[];

beforeEach(async () => {
  turns = new EventEmitter();
  sockets = [];
  server = createServer(async (request, response) => {
    if (request.url === '/refused') return response.writeHead(401).end('refused');
    if (request.url === '/begun') response.writeHead(200, { 'content-length': 9 }).write('begun');
    turns.emit('asked');
    await once(turns, 'answer');
    response.end('done');
  });
  const closeConnections = connectionCloser(server);
  close = async () => {
    const closed = once(server, 'close');
    server.close();
    closeConnections();
    await closed;
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** A client that never closes its connection by itself. Returns what it has read so far. */
async function client(path?: string, headers = ''): Promise<() => string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await once(socket, 'connect');
  if (path) socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  return () => text;
}

/** Closes the server, and lets the answer under way end afterwards. */
async function closeWhileAnswering(): Promise<void> {
  const closed = close();
  turns.emit('answer');
  await closed;
}

describe('a closing server ends a connection', () => {
  it('after the answer that is under way, which says so', async () => {
    const asked = once(turns, 'asked');
    const read = await client('/late');
    await asked;
    await closeWhileAnswering();
    await expect.poll(read).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*done/is);
  });

  it('after an answer that has begun', async () => {
    const asked = once(turns, 'asked');
    const read = await client('/begun');
    await asked;
    await closeWhileAnswering();
    await expect.poll(read).toMatch(/begundone$/);
  });

  it.each([
    ['whose request was refused before its body came', 'content-length: 10\r\n'],
    ['that is idle', ''],
  ])('%s', async (_which, headers) => {
    const read = await client('/refused', headers);
    await expect.poll(read).toMatch(/refused/);
    await close();
  });

  it('that never carried a request', async () => {
    const connected = once(server, 'connection');
    await client();
    await connected;
    await close();
  });
});
