// A merchant's webhook receiver that acknowledges everything at once. GET /arrived returns when each payment's webhook
// came first, in epoch milliseconds, and how many came in all. DELETE /arrived forgets them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const arrived = new Map<string, number>();
let count = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const isCount = request.url === '/count';
    return response.end(
      JSON.stringify(isCount ? { count, payments: arrived.size } : { count, at: Object.fromEntries(arrived) }),
    );
  }
  if (request.method === 'DELETE') {
    arrived.clear();
    count = 0;
    return response.end();
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const at = Date.now();
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { paymentId: string } };
    count += 1;
    if (!arrived.has(data.paymentId)) arrived.set(data.paymentId, at);
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port }));
});
