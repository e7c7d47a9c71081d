// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Acts as the server of the demo shop: it acknowledges every webhook, so that each event of the demo is delivered to
 * somebody. To see and verify webhooks, register an endpoint of your own.
 * @param {number} port
 * @returns {Promise<() => Promise<void>>} ends it
 */
export async function startReceiver(port) {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'));
  }).listen(port, 'localhost');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
