import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What went over the wire to the provider: nobody else may ever see these. */
export type Overheard = { authorizations: Set<string>; passwords: Set<string>; callbackTokens: Set<string> };

export type Wiretap = {
  /** For PROVIDER_SANDBOX_URL. */
  url: string;
  overheard: Overheard;
  pointTo(url: string): void;
  close(): Promise<void>;
};

/** Stands before the provider, passes everything on, and remembers the secrets of each request. */
export async function startWiretap(): Promise<Wiretap> {
  let target = '';
  const overheard: Overheard = { authorizations: new Set(), passwords: new Set(), callbackTokens: new Set() };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    remember(overheard, incoming.headers.authorization ?? '', body.toString('utf8'));
    const { method, headers } = incoming;
    const passed = request(`${target}${incoming.url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    overheard,
    pointTo(url) {
      target = url;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function remember(overheard: Overheard, authorization: string, body: string): void {
  const credential = authorization.split(' ')[1];
  if (credential) overheard.authorizations.add(credential);
  const password = /"Password":"([^"]+)"/.exec(body)?.[1];
  if (password) overheard.passwords.add(password);
  const token = /-hook\/([0-9a-f]{64})/.exec(body)?.[1];
  if (token) overheard.callbackTokens.add(token);
}
