// A provider that accepts everything at once, in the wire format of the real one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let count = 0;
/** When a phone was asked, in epoch milliseconds, since somebody asked for it. */
let promptedAt: Record<string, number> = {};
const server = createServer((request, response) => {
  const answer = (body: object) => {
    const text = JSON.stringify(body);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  };
  if (request.url?.startsWith('/oauth/')) return answer({ access_token: 'bench', expires_in: '3599' });
  if (request.url === '/prompted') {
    answer(promptedAt);
    promptedAt = {};
    return;
  }
  const parts: Buffer[] = [];
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      count += 1;
      if (request.url?.includes('/processrequest')) {
        const { PhoneNumber: phone } = JSON.parse(Buffer.concat(parts).toString()) as { PhoneNumber?: string };
        promptedAt[String(phone)] = Date.now();
      }
      if (request.url?.includes('/stkpushquery/')) {
        return answer({
          errorCode: '500.001.1001',
          errorMessage: 'The transaction is being processed',
          requestId: `q-${count}`,
        });
      }
      answer({
        MerchantRequestID: `m-${process.pid}-${count}`,
        CheckoutRequestID: `ws_CO_${process.pid}_${count}`,
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      });
    });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port }));
});
