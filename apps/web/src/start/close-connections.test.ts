import { EventEmitter, once } from 'node:events';
import { Agent, request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { closeConnectionsOnSignal } from './close-connections.ts';

it('an answer under way at SIGTERM says that its connection ends, and the server closes after it', async () => {
  closeConnectionsOnSignal();
  const turns = new EventEmitter();
  const server = createServer(async (_request, response) => {
    turns.emit('asked');
    await once(turns, 'answer');
    response.end('done');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const asked = once(turns, 'asked');
  const agent = new Agent({ keepAlive: true });
  const request = ask({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent }).end();
  await asked;

  // What Next does at the signal.
  const closed = once(server, 'close');
  process.emit('SIGTERM');
  server.close();
  turns.emit('answer');

  const [response] = await once(request, 'response');
  expect(response.headers.connection).toBe('close');
  response.resume();
  await closed;
  agent.destroy();
});
