import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { noteBackup } from '@tillgate/domain/audit';
import { archiveAgeSecondsMax, rowsAgeSecondsMax } from '@tillgate/domain/reading/backups';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { testContext } from '@tillgate/domain/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, tillgate } from '../testing.ts';
import { archivePart } from './backups.ts';
import { certificateProblem } from './certificate.ts';
import { examineClock } from './clock.ts';
import { examineDisk } from './disk.ts';
import type { Part } from './part.ts';
import { examinePublic, hookPaths } from './public.ts';
import { examineSettings } from './settings.ts';

const repositoryFile = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

const dayMs = 86_400_000;

let test: TestDatabase;
let env: Record<string, string>;
const closers: (() => void)[] = [];

beforeAll(async () => {
  test = await testDatabase();
  const { publicKey } = await generateSealKeys();
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: publicKey, PROVIDER_SANDBOX_URL: 'http://127.0.0.1:1' };
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(() => test.close());

const of = (parts: Part[], wanted: string) => parts.find(({ part }) => part === wanted);

/** What the public API says to these requests, or what a balancer says in its place. */
function answering(change: Record<string, { status: number; body?: string; headers?: Record<string, string> }> = {}) {
  const posted: string[] = [];
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') posted.push(path);
    const [, hook] = /^\/functions\/v1\/([a-z0-9]+-hook)\/[^/]+$/.exec(path) ?? [];
    const other = change[hook ?? path];
    if (other) return response.writeHead(other.status, other.headers).end(other.body ?? '<html>No server</html>');
    if (path === '/healthz') return response.end('{"status":"ok"}');
    if (path === '/readyz')
      return response.end('{"status":"ready","spooled":{"waiting":0,"aside":0},"lacksProxies":false}');
    const isHook = hook !== undefined && request.method === 'POST';
    const detail = isHook ? 'There is no such hook.' : 'There is nothing at this address.';
    const problem = { type: '/errors#not_found', code: 'not_found', detail, error: detail, requestId: 'one' };
    return response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  };
  return { listener, posted };
}

async function overHttp(listener: RequestListener, path = '/functions/v1'): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

describe('the parts of doctor --production', () => {
  it('follow those of every day, and are left out without it', async () => {
    const parts = async (...more: string[]) => {
      const { stdout } = await tillgate(['doctor', '--json', ...more], env);
      return (JSON.parse(stdout) as { parts: Part[] }).parts.map(({ part }) => part);
    };
    const everyDay = await parts();
    expect(await parts('--production')).toEqual([
      ...everyDay,
      ...['public', 'spool', 'archive', 'backup', 'clock', 'disk', 'settings'],
    ]);
  });

  it('are not checked without a database, but for what needs none', async () => {
    const away = { ...env, DATABASE_URL: 'postgresql://canary:canary@127.0.0.1:1/none', DATA_DIR: tmpdir() };
    const { code, stdout } = await tillgate(['doctor', '--production', '--json'], away);
    const { parts } = JSON.parse(stdout) as { parts: Part[] };
    expect([code, stdout.includes('canary')]).toEqual([1, false]);
    for (const part of ['archive', 'backup', 'clock', 'settings']) {
      expect(of(parts, part)).toEqual({ part, ok: false, detail: 'Not checked: the database is not available.' });
    }
    expect(of(parts, 'disk')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('The database is not available.'),
    });
    expect(of(parts, 'public')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Set PUBLIC_BASE_URL here'),
    });
  });
});

describe('the public address', () => {
  it('is posted to on every path of the provider, and http is a fault', async () => {
    const { listener, posted } = answering();
    const parts = await examinePublic(await overHttp(listener));
    expect(of(parts, 'public')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/ is http: providers post to https in production\.$/),
    });
    expect(of(parts, 'spool')).toMatchObject({ ok: true, detail: expect.stringContaining('cannot be seen now') });
    expect(posted.toSorted()).toEqual(hookPaths.map((path) => `/functions/v1/${path}/doctor`).toSorted());
  });

  it('tells that the balancer answers a hook, which paths, and who it is', async () => {
    const away = { status: 503, headers: { server: 'gatekeeper' } };
    const parts = await examinePublic(await overHttp(answering({ 'stk-hook': away, 'c2b-hook': away }).listener));
    expect(of(parts, 'public')?.detail).toContain('A callback does not reach the API: 503 (gatekeeper) came instead.');
    expect(of(parts, 'spool')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^stk-hook, c2b-hook: .* 503 .* a backend that asks \/healthz/),
    });
  });

  it('tells that hooks are reached although no API is ready', async () => {
    const parts = await examinePublic(await overHttp(answering({ '/readyz': { status: 503 } }).listener));
    expect(of(parts, 'spool')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('although /readyz does not say'),
    });
  });

  it.each([
    [
      'a redirect',
      { 'stk-hook': { status: 301, headers: { location: 'https://elsewhere/' } } },
      '301 to https://elsewhere/ came instead',
    ],
    ['a page that is 404 too', { 'stk-hook': { status: 404 } }, '404 came instead'],
    ['another health', { '/healthz': { status: 200, body: 'healthy' } }, 'Something else answers 200 for /healthz.'],
  ])('tells of %s', async (_what, change, words) => {
    const parts = await examinePublic(await overHttp(answering(change).listener));
    expect(of(parts, 'public')?.detail).toContain(words);
  });

  it('tells that its path leads to no hook', async () => {
    const parts = await examinePublic(await overHttp(answering().listener, '/elsewhere'));
    expect(of(parts, 'public')?.detail).toContain('check the path of PUBLIC_BASE_URL');
  });

  it('tells that nothing answers', async () => {
    const parts = await examinePublic('http://127.0.0.1:1/functions/v1');
    expect(parts.map(({ ok }) => ok)).toEqual([false, false]);
    expect(of(parts, 'public')?.detail).toContain('The public address does not answer:');
  });

  it('knows the hook paths that the balancer of ops/compose lets through', () => {
    const [, paths = ''] =
      /use_backend hooks if \{ path_beg (.*) \}/.exec(repositoryFile('ops/compose/haproxy.cfg')) ?? [];
    expect(paths.split(' ')).toEqual(hookPaths.map((path) => `/functions/v1/${path}/`));
  });
});

describe('a certificate', () => {
  const now = new Date('2026-12-01T00:00:00Z');
  const lasting = (before: number, after: number) => ({
    from: new Date(now.getTime() - before * dayMs),
    to: new Date(now.getTime() + after * dayMs),
  });
  it.each([
    ['with months left', 10, 80, undefined],
    ['with two weeks left', 76, 14, undefined],
    ['with less', 77, 13, 'The certificate ends at 2026-12-14T00:00:00.000Z, in 13 days: renew it.'],
    ['of six days, when it is young', 1, 5, undefined],
    [
      'of six days, in its last quarter',
      5,
      1,
      'The certificate ends at 2026-12-02T00:00:00.000Z, in 1 days: renew it.',
    ],
  ])('%s', (_what, before, after, problem) => {
    expect(certificateProblem(lasting(before, after), now)).toBe(problem);
  });
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('the public address over TLS', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'doctor-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** A server that presents a certificate of its own for a name, from and until so many days from now. */
  async function overTls(name: string, from: number, until: number): Promise<{ url: string; cert: string }> {
    const at = (file: string) => join(directory, `${name}${from}${until}.${file}`);
    const authority = `[ca]\ndefault_ca=d\n[d]\ndatabase=${at('index')}\nnew_certs_dir=${directory}\ndefault_md=sha256
unique_subject=no\nrand_serial=yes\npolicy=p\ncopy_extensions=copy\n[p]\ncommonName=supplied\n`;
    writeFileSync(at('conf'), authority);
    writeFileSync(at('index'), '');
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const day = (days: number) => `${new Date(Date.now() + days * dayMs).toISOString().replace(/[-:T]|\..*/g, '')}Z`;
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
    openssl('req', '-new', ...curve, '-keyout', at('key'), '-out', at('csr'), ...subject);
    const signing = ['-config', at('conf'), '-selfsign', '-keyfile', at('key'), '-in', at('csr'), '-out', at('pem')];
    openssl('ca', '-batch', '-notext', ...signing, '-startdate', day(from), '-enddate', day(until));
    const options = { key: readFileSync(at('key')), cert: readFileSync(at('pem')) };
    const server = createTlsServer(options, answering().listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());
    return { url: `https://localhost:${(server.address() as AddressInfo).port}/functions/v1`, cert: at('pem') };
  }

  /** Node reads its certificates when it starts. */
  async function examined(url: string, cert: string) {
    const more = { PUBLIC_BASE_URL: url, NODE_EXTRA_CA_CERTS: cert };
    const { stdout } = await startProgram(['doctor', '--production', '--json'], { ...env, ...more });
    const { parts } = JSON.parse(stdout) as { parts: Part[] };
    return of(parts, 'public');
  }

  it('is well when the API answers', async () => {
    const { url, cert } = await overTls('localhost', -10, 80);
    expect(await examined(url, cert)).toMatchObject({ ok: true, detail: expect.stringContaining('reached the API') });
  });

  it('is a fault when the certificate ends soon, and when it has ended', async () => {
    const soon = await overTls('localhost', -80, 5);
    const ended = await overTls('localhost', -90, -1);
    expect([await examined(soon.url, soon.cert), await examined(ended.url, ended.cert)]).toMatchObject([
      { ok: false, detail: expect.stringMatching(/^The certificate ends at .*, in 4 days: renew it\.$/) },
      { ok: false, detail: expect.stringMatching(/^TLS fails at localhost:\d+: certificate has expired\./) },
    ]);
  });

  it('is a fault when nobody signed the certificate, and when it is of another name', async () => {
    const unsigned = await overTls('localhost', -10, 80);
    const foreign = await overTls('elsewhere', -10, 80);
    expect([of(await examinePublic(unsigned.url), 'public'), await examined(foreign.url, foreign.cert)]).toMatchObject([
      {
        ok: false,
        detail: expect.stringMatching(/^TLS fails at localhost:\d+: self-signed certificate\. Nothing was posted\.$/),
      },
      { ok: false, detail: expect.stringMatching(/^TLS fails at localhost:\d+: Hostname\/IP does not match/) },
    ]);
  });
});

describe('the archive', () => {
  it.each([
    ['that is not there', undefined, false, 'archive_mode is off'],
    ['that has everything', { ageSeconds: 0, isFailing: false }, true, 'has archived all'],
    ['that is a minute behind', { ageSeconds: 60, isFailing: false }, true, '60 s old'],
    ['that is an hour behind', { ageSeconds: 3_600, isFailing: false }, false, '60 minutes old. Set archive_timeout'],
    ['whose last try failed', { ageSeconds: 5, isFailing: true }, false, 'The last try to archive failed.'],
  ])('%s', (_what, archive, ok, words) => {
    expect(archivePart(archive)).toMatchObject({ part: 'archive', ok, detail: expect.stringContaining(words) });
  });

  it('and the backup are late when the alerts say so', () => {
    const rules = repositoryFile('ops/prometheus/alerts.yaml');
    expect(rules).toContain(`max(tillgate_archive_age_seconds) > ${archiveAgeSecondsMax} or`);
    expect(rules).toContain(`max(tillgate_backup_age_seconds) > ${rowsAgeSecondsMax}\n`);
  });
});

describe('the backup', () => {
  it('is missed when there was none, well after one, and late after two days, for the role of the command line', async () => {
    const examined = async () => {
      const { stdout } = await tillgate(['doctor', '--production', '--json'], env);
      return of((JSON.parse(stdout) as { parts: Part[] }).parts, 'backup');
    };
    const ctx = await testContext(test.database);
    const found = [await examined()];
    await noteBackup(ctx, { at: new Date(Date.now() - 48 * 3_600_000), tables: 3, rows: 70 });
    found.push(await examined());
    await noteBackup(ctx, { at: new Date(Date.now() - 60_000), tables: 3, rows: 70 });
    found.push(await examined());
    expect(found).toMatchObject([
      { ok: false, detail: expect.stringContaining('There was no tillgate backup') },
      { ok: false, detail: expect.stringContaining('is 48 hours old. Run it every day.') },
      { ok: true, detail: expect.stringContaining('restore --verify') },
    ]);
  });
});

describe('the clock', () => {
  it.each([
    ['agrees', 0, true, 'agree within'],
    ['is ahead', 120_000, false, 's ahead of the database'],
    ['is behind', -120_000, false, 's behind the database'],
  ])('of this machine %s', async (_what, shiftMs, ok, words) => {
    // A busy machine answers too late to be believed.
    const found = () => examineClock(test.database, () => Date.now() + shiftMs);
    await expect.poll(found).toMatchObject({ part: 'clock', ok, detail: expect.stringContaining(words) });
  });

  it('cannot be compared when every answer takes too long', async () => {
    let own = 0;
    const slow = () => {
      own += 30_000;
      return own;
    };
    expect(await examineClock(test.database, slow)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('too slowly'),
    });
  });
});

describe('the disk', () => {
  const disk = (free: number, size: number) => async () => ({ free, size });
  it.each([
    ['has room', disk(50e9, 100e9), true, '50.0 GB of 100.0 GB free. The database has '],
    ['is nearly full', disk(0.9e9, 4e9), false, '900 MB of 4.0 GB free. Callbacks wait there'],
    ['has a small part of a large one left', disk(4e9, 100e9), false, 'make room'],
  ])('of DATA_DIR %s', async (_what, look, ok, words) => {
    const [part] = await examineDisk('/data', test.database, look);
    expect(part).toMatchObject({ part: 'disk', ok, detail: expect.stringContaining(words) });
    expect(part?.detail).toContain('PostgreSQL does not tell how much room its disk has');
  });

  it('is looked at where DATA_DIR is, and a directory that is not there is a fault', async () => {
    const found = [
      ...(await examineDisk(tmpdir(), test.database)),
      ...(await examineDisk('/nowhere/at/all', test.database)),
      ...(await examineDisk(undefined, test.database)),
    ];
    expect(found).toMatchObject([
      { detail: expect.stringMatching(/ has [\d.]+ [MG]B of [\d.]+ [MG]B free\. .*The database has \d+ MB\./) },
      { ok: false, detail: expect.stringContaining('Check DATA_DIR (/nowhere/at/all): ENOENT') },
      { ok: true, detail: expect.stringContaining('DATA_DIR is not set here') },
    ]);
  });
});

describe('the settings of the server', () => {
  it('say what is lost, and for whom it was set', async () => {
    const found = await examineSettings(test.database);
    // The server of these tests does without its disk.
    expect(found).toMatchObject({ part: 'settings', ok: false, detail: expect.stringContaining('fsync is off: ') });
    const name = new URL(test.url).pathname.slice(1);
    await test.database.pool.query(`ALTER DATABASE ${name} SET session_replication_role = replica`);
    const after = await examineSettings(test.database);
    await test.database.pool.query(`ALTER DATABASE ${name} RESET ALL`);
    expect(after.detail).toContain('totals and references are not kept (set for the database). Change it.');
  });

  it.each([
    [{ isStandby: true }, false, 'names a standby'],
    [{ encoding: 'SQL_ASCII' }, false, 'The database is in SQL_ASCII'],
    [
      { TimeZone: 'Africa/Nairobi' },
      false,
      'A pooler shares connections and does not keep what Tillgate sets (TimeZone).',
    ],
    [{}, true, 'PostgreSQL keeps what it acknowledges, and takes writes.'],
  ])('%j', async (change, ok, words) => {
    const {
      isStandby = false,
      encoding = 'UTF8',
      ...settings
    } = change as Record<string, string> & { isStandby?: boolean };
    const answers = [{ rows: [{ isStandby, encoding, settings }] }, { rows: [] }];
    const pool = { query: async () => answers.shift() } as unknown as TestDatabase['database']['pool'];
    expect(await examineSettings({ pool })).toMatchObject({ ok, detail: expect.stringContaining(words) });
  });
});
