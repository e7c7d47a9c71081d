import { type AddressInfo, createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { partsOf, startMailServer } from './mail-server.fixture.ts';
import type { SmtpServer } from './mail-settings.ts';
import { createMailer, type MailerOptions } from './mailer.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function mailServer(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  closers.push(() => server.close());
  return server;
}

const plain: Omit<SmtpServer, 'port'> = {
  host: '127.0.0.1',
  secure: false,
  requireTLS: false,
  ignoreTLS: true,
  auth: undefined,
};
const hello = {
  id: '01980000-0000-7000-8000-000000000001',
  to: 'mama@duka.example',
  subject: 'Habari',
  text: 'Karibu.\n',
};

function mailerTo(port: number, smtp: Partial<SmtpServer> = {}, more: Partial<MailerOptions> = {}) {
  const lines: object[] = [];
  const keep = (fields: object, message: string) => lines.push({ ...fields, message });
  const made = createMailer({
    smtp: { ...plain, port, ...smtp },
    from: { name: 'Tillgate, Ltd', address: 'till@gate.example' },
    log: { debug: keep, info: keep, warn: keep, error: keep },
    ...more,
  });
  closers.push(() => made.close());
  return { mailer: made.mailer, lines };
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

describe('a mail', () => {
  it('arrives at its one reader, with an id that is the same over all attempts', async () => {
    const { port, received } = await mailServer();
    const { mailer, lines } = mailerTo(port);
    expect(await mailer(hello)).toEqual({ kind: 'sent' });
    expect(await mailer(hello)).toEqual({ kind: 'sent' });
    expect(received).toHaveLength(2);
    for (const { from, to, source } of received) {
      expect([from, to]).toEqual(['till@gate.example', ['mama@duka.example']]);
      expect(source).toMatch(/^From: "Tillgate, Ltd" <till@gate\.example>\r$/m);
      expect(source).toMatch(/^To: mama@duka\.example\r$/m);
      expect(source).toMatch(/^Subject: Habari\r$/m);
      expect(source).toMatch(/^Message-ID: <01980000-0000-7000-8000-000000000001@gate\.example>\r$/m);
      expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(source).toMatch(/^Content-Type: text\/plain;/m);
      expect(source.trimEnd().endsWith('\r\n\r\nKaribu.')).toBe(true);
    }
    expect(lines).toEqual([]);
  });

  it('cannot bring headers of its own', async () => {
    const { port, received } = await mailServer();
    const { mailer } = mailerTo(port);
    await mailer({ ...hello, subject: 'Hi\r\nBcc: all@x.example' });
    expect(received[0]?.source).not.toMatch(/^Bcc:/m);
    expect(received).toHaveLength(1);
  });

  it.each([
    'a@x.example, b@x.example',
    'a@x.example>\r\nRCPT TO:<b@x.example',
    'a@x.example (b@x.example)',
    '"b@x.example"@x.example',
    '=?utf-8?q?b=40x.example?=@x.example',
    'a',
    '',
  ])('to %j goes to nobody', async (to) => {
    const { port, received } = await mailServer();
    expect(await mailerTo(port).mailer({ ...hello, to })).toMatchObject({ kind: 'failed', permanent: true });
    expect(received).toEqual([]);
  });

  it('goes out with the login of SMTP_URL', async () => {
    const { port, logins } = await mailServer();
    const { mailer } = mailerTo(port, { auth: { user: 'till', pass: 'p@ss' } });
    expect(await mailer(hello)).toEqual({ kind: 'sent' });
    expect(logins).toEqual(['till:p@ss']);
  });
});

describe('a file that goes with a mail', () => {
  it('arrives byte for byte, as a file and beside the text', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);
    const { port, received } = await mailServer();
    const attachment = { name: 'tillgate-day-2026-11-20.pdf', contentType: 'application/pdf', bytes };
    expect(await mailerTo(port).mailer({ ...hello, attachment })).toEqual({ kind: 'sent' });
    const [text, file] = partsOf(received[0]?.source ?? '');
    expect(text).toMatchObject({ head: expect.stringMatching(/^Content-Type: text\/plain;/m), body: 'Karibu.' });
    expect(file?.head).toMatch(/^Content-Type: application\/pdf; name=tillgate-day-2026-11-20\.pdf\r$/m);
    expect(file?.head).toMatch(/^Content-Disposition: attachment; filename=tillgate-day-2026-11-20\.pdf$/m);
    expect(Buffer.from(file?.body ?? '', 'base64').equals(bytes)).toBe(true);
  });
});

describe('a refusal', () => {
  it('of the reader with 5xx is permanent', async () => {
    const { port } = await mailServer({ onRcptTo: (_to, _session, done) => done(refusal(550, 'No such user')) });
    expect(await mailerTo(port).mailer(hello)).toEqual({
      kind: 'failed',
      permanent: true,
      reason: expect.stringMatching(/^The email server answered RCPT TO: 550 .*No such user/),
    });
  });

  it('of the reader with 4xx is not', async () => {
    const { port } = await mailServer({ onRcptTo: (_to, _session, done) => done(refusal(450, 'Busy')) });
    expect(await mailerTo(port).mailer(hello)).toMatchObject({ kind: 'failed', permanent: false });
  });

  it('of the text with 5xx is permanent', async () => {
    const { port } = await mailServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554, 'Looks like spam')));
      },
    });
    expect(await mailerTo(port).mailer(hello)).toMatchObject({
      permanent: true,
      reason: expect.stringContaining('spam'),
    });
  });

  it('of the sender is about MAIL_FROM, which can be put right: not permanent', async () => {
    const { port } = await mailServer({ onMailFrom: (_from, _session, done) => done(refusal(553, 'Not your domain')) });
    expect(await mailerTo(port).mailer(hello)).toMatchObject({ kind: 'failed', permanent: false });
  });

  it('of the login can be put right too, and its words are not kept', async () => {
    const { port, received } = await mailServer({
      onAuth: ({ password }, _session, done) => done(refusal(535, `Wrong password ${password}`)),
    });
    const { mailer, lines } = mailerTo(port, { auth: { user: 'till', pass: 's3cret' } });
    expect(await mailer(hello)).toEqual({
      kind: 'failed',
      permanent: false,
      reason: 'The email server refused user and password of SMTP_URL.',
    });
    expect([received, lines]).toEqual([[], []]);
  });
});

describe('a mail server', () => {
  it('that is not there is a failure, not an exception', async () => {
    const { port } = await mailServer();
    for (const close of closers.splice(0)) await close();
    expect(await mailerTo(port).mailer(hello)).toEqual({
      kind: 'failed',
      permanent: false,
      reason: expect.stringMatching(/^The email server could not be used: .*ECONNREFUSED/),
    });
  });

  it('that says nothing is given up', async () => {
    const silent = createServer((socket) => closers.push(() => socket.destroy()));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    closers.push(() => silent.close());
    const { mailer } = mailerTo((silent.address() as AddressInfo).port, {}, { totalTimeoutMs: 50 });
    expect(await mailer(hello)).toEqual({
      kind: 'failed',
      permanent: false,
      reason: 'The email server was not done within 0.05 s.',
    });
  });

  it('whose certificate nobody vouches for gets neither mail nor password', async () => {
    const { port, received, logins } = await mailServer({ secure: true });
    const { mailer } = mailerTo(port, { secure: true, auth: { user: 'till', pass: 's3cret' } });
    expect(await mailer(hello)).toEqual({
      kind: 'failed',
      permanent: false,
      reason: expect.stringMatching(/^The email server could not be used: .*certificate/),
    });
    expect([received, logins]).toEqual([[], []]);
  });

  it.each([
    ['offers no TLS', ['STARTTLS']],
    ['offers TLS with such a certificate', []],
  ])('that %s gets no password over a network', async (_offer, disabledCommands) => {
    const { port, received, logins } = await mailServer({ disabledCommands, allowInsecureAuth: true });
    const { mailer } = mailerTo(port, { requireTLS: true, ignoreTLS: false, auth: { user: 'till', pass: 's3cret' } });
    expect(await mailer(hello)).toMatchObject({ kind: 'failed', permanent: false });
    expect([received, logins]).toEqual([[], []]);
  });
});

it('without a mail server a mail is done, and the log has neither its text nor its reader', async () => {
  const { mailer, lines } = mailerTo(0, {}, { smtp: undefined });
  expect(await mailer(hello)).toEqual({ kind: 'sent', shownOnly: true });
  expect(lines).toEqual([
    {
      mailId: hello.id,
      domain: 'duka.example',
      subject: 'Habari',
      message: 'An email is shown on /mails of the worker. Set SMTP_URL to send emails.',
    },
  ]);
});
