// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Stands in for the shop of the demo merchant: acknowledges every webhook, so that what happens in the demo is delivered to
 * somebody. Who wants to see and verify webhooks registers an endpoint of their own.
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
