import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = Record<string, unknown>;
export type Received = {
  /** Path and query of the request. */
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  text: string;
  json: Json;
  /** The stkCallback of an STK callback, else empty. */
  callback: Json;
  /** The Result of a result, else empty. */
  result: Json;
};

const parse = (text: string): Pick<Received, 'json' | 'callback' | 'result'> => {
  const json: Json & { Body?: { stkCallback?: Json }; Result?: Json } = JSON.parse(text);
  return { json, callback: json.Body?.stkCallback ?? {}, result: json.Result ?? {} };
};

type HookAnswer = { status: number; body: string };

const acceptedResponse: HookAnswer = { status: 200, body: '{"ResultCode":0,"ResultDesc":"Accepted"}' };

/** An HTTP listener that records callbacks and can delay its replies. */
export const startListener = async () => {
  const received: Received[] = [];
  let held: Promise<void> | undefined;
  let answerTo = (_path: string): HookAnswer => acceptedResponse;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, rawHeaders: request.rawHeaders, text, ...parse(text) });
      await held;
      const { status, body } = answerTo(path);
      response.statusCode = status;
      response.setHeader('content-type', 'application/json').end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    url: `${base}/hooks/0a1b2c`,
    received,
    /** Sets the replies of the listener, by path. */
    answer(answers: (path: string) => HookAnswer): void {
      answerTo = answers;
    },
    /** Delays all replies until the returned function is called. */
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
