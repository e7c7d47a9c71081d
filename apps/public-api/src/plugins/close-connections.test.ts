import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from './close-connections.ts';

let app: FastifyInstance;
let turns: EventEmitter;
let sockets: Socket[];

beforeEach(async () => {
  turns = new EventEmitter();
  sockets = [];
  app = Fastify();
  closeConnections(app);
  app.post('/late', async () => {
    turns.emit('asked');
    await once(turns, 'answer');
    return 'done';
  });
  app.post('/begun', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 9 }).write('begun');
    turns.emit('asked');
    await once(turns, 'answer');
    reply.raw.end('done');
  });
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => reply.code(401).send('refused');
  app.post('/refused', { onRequest }, () => 'never');
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** A client that never closes its connection by itself. Returns what it has read so far. */
async function client(path?: string, headers = ''): Promise<() => string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await once(socket, 'connect');
  if (path) socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  return () => text;
}

/** Closes the app, and lets the answer under way end once Node has closed what was idle. */
async function closeWhileAnswering(): Promise<void> {
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  turns.emit('answer');
  await closed;
}

describe('a closing app ends a connection', () => {
  it('after the answer that is under way, which says so', async () => {
    const asked = once(turns, 'asked');
    const read = await client('/late');
    await asked;
    await closeWhileAnswering();
    await expect.poll(read).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*done$/is);
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
    await expect.poll(read).toMatch(/refused$/);
    await app.close();
  });

  it('that never carried a request', async () => {
    await client();
    await app.close();
  });
});
