import { expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const needed = { DATABASE_URL: 'postgresql://localhost/x', SEAL_PUBLIC_KEY: key, SEAL_PRIVATE_KEY: key };

it('without SMTP_URL there is no mail server, and mail comes from here', () => {
  const env = readEnv({ ...needed, SMTP_URL: '' });
  expect(env.SMTP_URL).toBeUndefined();
  expect(env.MAIL_FROM).toEqual({ name: 'Tillgate', address: 'tillgate@localhost' });
});

it('SMTP_URL and MAIL_FROM are read', () => {
  const given = { SMTP_URL: 'smtps://user:pass@mail.example', MAIL_FROM: 'Duka <pay@duka.example>' };
  expect(readEnv({ ...needed, ...given })).toMatchObject({
    SMTP_URL: { host: 'mail.example', port: 465, secure: true, auth: { user: 'user', pass: 'pass' } },
    MAIL_FROM: { name: 'Duka', address: 'pay@duka.example' },
  });
});

const server = {
  INNGEST_BASE_URL: 'http://inngest:8288',
  INNGEST_EVENT_KEY: 'event',
  INNGEST_SIGNING_KEY: 'signkey-prod-0aB1',
  INNGEST_SERVE_ORIGIN: 'http://workers:4001/',
};

it('an Inngest server needs its keys and the origin of the workers', () => {
  expect(readEnv({ ...needed, ...server }).inngest).toEqual({
    baseUrl: 'http://inngest:8288',
    eventKey: 'event',
    signingKey: 'signkey-prod-0aB1',
    serveOrigin: 'http://workers:4001',
  });
  expect(readEnv(needed).inngest).toBeUndefined();
});

const archive = {
  ARCHIVE_BUCKET: 'old-rows',
  ARCHIVE_REGION: 'eu-west-1',
  ARCHIVE_ACCESS_KEY_ID: 'AKID',
  ARCHIVE_SECRET_ACCESS_KEY: 'long enough'.replaceAll(' ', '-'),
};

it('an archive is a bucket with its keys, at Amazon or at a server of its own', () => {
  expect(readEnv({ ...needed, ...archive }).archive).toMatchObject({
    access: { bucket: 'old-rows', region: 'eu-west-1', endpoint: null, pathStyle: false },
    folder: '',
  });
  const own = { ARCHIVE_ENDPOINT: 'http://minio.internal:9000', ARCHIVE_PREFIX: 'tillgate/archive' };
  expect(readEnv({ ...needed, ...archive, ...own }).archive).toMatchObject({
    access: { endpoint: 'http://minio.internal:9000', pathStyle: true },
    folder: 'tillgate/archive/',
  });
  expect(readEnv(needed).archive).toBeUndefined();
});

it.each([
  ['with half an archive', { ARCHIVE_BUCKET: 'old-rows' }, 'ARCHIVE_SECRET_ACCESS_KEY: is needed by the archive'],
  ['with no region for it', { ...archive, ARCHIVE_REGION: 'Ireland!' }, 'ARCHIVE_REGION: must be a region'],
  [
    'with a path in its endpoint',
    { ...archive, ARCHIVE_ENDPOINT: 'https://s3.internal/x' },
    'ARCHIVE_ENDPOINT: must be',
  ],
  ['without the origin', { INNGEST_SERVE_ORIGIN: '' }, 'INNGEST_SERVE_ORIGIN: is needed by INNGEST_BASE_URL'],
  [
    'with a path in the origin',
    { INNGEST_SERVE_ORIGIN: 'http://workers:4001/api/inngest' },
    'INNGEST_SERVE_ORIGIN: must',
  ],
  ['without the signing key', { INNGEST_SIGNING_KEY: '' }, 'INNGEST_SIGNING_KEY: is needed by INNGEST_BASE_URL'],
  ['with a key that is not hexadecimal', { INNGEST_SIGNING_KEY: 'secret' }, 'INNGEST_SIGNING_KEY: must be hexadecimal'],
  [
    'with a key of odd length',
    { INNGEST_SIGNING_KEY: 'abc' },
    'INNGEST_SIGNING_KEY: must be hexadecimal, of even length',
  ],
  ['with a rate of another form', { RATE_LIMIT_COLLECT_PER_PHONE: '5 a minute' }, 'RATE_LIMIT_COLLECT_PER_PHONE: is'],
  ['with half a key', { SEAL_PRIVATE_KEY: 'short' }, 'SEAL_PRIVATE_KEY: must be keys of 32 bytes'],
  [
    'with an address in place of a host',
    { WEBHOOK_ALLOWED_PRIVATE_HOSTS: 'http://shop.internal' },
    'WEBHOOK_ALLOWED_PRIVATE_HOSTS: must be hosts',
  ],
])('a worker %s does not start and says why', (_what, change, sentence) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit code ${code}`);
  });
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    expect(() => readEnv({ ...needed, ...server, ...change })).toThrow('exit code 78');
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
  expect(written.join('')).toContain(sentence);
});
