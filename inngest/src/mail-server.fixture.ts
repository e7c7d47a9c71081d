import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Received = { from: string; to: string[]; source: string };

/** An email server on the loopback interface that records its emails. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    // Otherwise it warns about its certificate, which some tests intend.
    logger: false,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username = '', password }, _session, done) {
      logins.push(`${username}:${password}`);
      done(null, { user: username });
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  // A client that breaks off is part of these tests.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

/** The parts of an email that has several, as they were sent. */
export function partsOf(source: string): { head: string; body: string }[] {
  const boundary = /^Content-Type: multipart\/mixed;\s+boundary="([^"]+)"/m.exec(source)?.[1] ?? '';
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.trim().split('\r\n\r\n');
      // A long header goes on after a line break and a blank.
      return { head: head.replaceAll(/\r\n[ \t]+/g, ' '), body: body.join('\r\n\r\n').trim() };
    });
}
