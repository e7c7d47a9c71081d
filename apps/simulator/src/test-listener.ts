import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = Record<string, unknown>;
export type Received = { headers: IncomingHttpHeaders; rawHeaders: string[]; text: string; callback: Json };

const callbackOf = (text: string): Json => {
  const body: { Body?: { stkCallback?: Json } } = JSON.parse(text);
  return body.Body?.stkCallback ?? {};
};

/** A real HTTP listener that keeps the callbacks it gets and can hold its answers back. */
export const startListener = async () => {
  const received: Received[] = [];
  let held: Promise<void> | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, rawHeaders: request.rawHeaders, text, callback: callbackOf(text) });
      await held;
      response.setHeader('content-type', 'application/json').end('{"ResultCode":0,"ResultDesc":"Accepted"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/0a1b2c`,
    received,
    /** Callbacks are received but not answered until the returned function is called. */
    hold(): () => void {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
