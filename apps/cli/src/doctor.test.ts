import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { sweepReviews } from '@tillgate/domain/desk';
import { publishedAddresses, recordCallbackAccess, refuse } from '@tillgate/domain/inbox';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, testContext } from '@tillgate/domain/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, tillgate } from './testing.ts';

let test: TestDatabase;
let sandbox: Server;
let env: Record<string, string>;

beforeAll(async () => {
  test = await testDatabase();
  sandbox = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(sandbox, 'listening');
  const keys = await generateSealKeys();
  env = {
    DATABASE_URL: test.urlAs('cli'),
    SEAL_PUBLIC_KEY: keys.publicKey,
    SEAL_PRIVATE_KEY: keys.privateKey,
    // Nothing listens there.
    API_PORT: '1',
    PROVIDER_SANDBOX_URL: `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`,
  };
});
afterAll(async () => {
  await test.close();
  sandbox.close();
});

async function examined(change: Record<string, string> = {}) {
  const { code, stdout, stderr } = await tillgate(['doctor', '--json'], { ...env, ...change });
  expect(stderr).toBe('');
  const report: { ok: boolean; parts: { part: string; ok: boolean; detail: string }[] } = JSON.parse(stdout);
  expect(code).toBe(report.ok ? 0 : 1);
  const broken = report.parts.filter((part) => !part.ok);
  return { parts: report.parts.map(({ part }) => part), all: report.parts, broken, text: stdout };
}

const brokenParts = (report: Awaited<ReturnType<typeof examined>>) => report.broken.map(({ part }) => part);

describe('doctor', () => {
  it('finds every part well when it is', async () => {
    const report = await examined();
    expect(report.broken).toEqual([]);
    expect(report.parts).toEqual([
      'database',
      'migrations',
      'roles',
      'engine',
      'provider',
      'keys',
      'callbacks',
      'rules',
      'links',
      'gap',
      'limits',
    ]);
  });

  it('says it in lines for people', async () => {
    const { code, stdout } = await startProgram(['doctor'], env);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ +/)[1]),
    ).toEqual([
      'database',
      'migrations',
      'roles',
      'engine',
      'provider',
      'keys',
      'callbacks',
      'rules',
      'links',
      'gap',
      'limits',
    ]);
  });

  it('sees a database that is not there, still looks at the rest, and shows no password', async () => {
    const report = await examined({ DATABASE_URL: 'postgresql://canary:canary@127.0.0.1:1/none' });
    expect(brokenParts(report)).toEqual([
      'database',
      'migrations',
      'roles',
      'engine',
      'callbacks',
      'rules',
      'links',
      'gap',
    ]);
    expect(report.text).not.toContain('canary');
  });

  it('says while a gap is open that no money leaves, and what closes it', async () => {
    const opened = ['gap', 'open', '--since', '1m', '--reason', 'a drill', '--json'];
    expect((await tillgate(opened, env)).code).toBe(0);
    const { broken } = await examined();
    expect(broken).toMatchObject([{ part: 'gap', detail: expect.stringMatching(/0 of 1 APIs.* tillgate gap close/) }]);
    expect((await tillgate(['gap', 'close', '--note', 'the drill is over'], env)).code).toBe(0);
    expect((await examined()).broken).toEqual([]);
  });

  it('asks the Redis that counts limits, where one is named, and shows no password', async () => {
    const report = await examined({ REDIS_URL: 'redis://:canary@127.0.0.1:1' });
    expect(report.broken).toMatchObject([{ part: 'limits', detail: expect.stringContaining('127.0.0.1:1') }]);
    expect(report.text).not.toContain('canary');
  });

  it('sees a provider that does not answer', async () => {
    const report = await examined({ PROVIDER_SANDBOX_URL: 'http://127.0.0.1:1' });
    expect(report.broken).toMatchObject([
      { part: 'provider', detail: expect.stringContaining('PROVIDER_SANDBOX_URL') },
    ]);
  });

  it('names an application whose reference pattern cannot be used', async () => {
    const ctx = await testContext(test.database);
    const { applicationId } = await seed(ctx).owner().application().mint();
    await ctx.db.prisma.c2bRules.create({
      data: { applicationId, environment: 'production', referencePattern: '(?!X).*', updatedAt: ctx.clock.now() },
    });
    expect((await examined()).broken).toMatchObject([
      { part: 'rules', detail: expect.stringContaining(`${applicationId} (production) is not a regular expression`) },
    ]);
    await ctx.db.prisma.c2bRules.deleteMany({ where: { applicationId } });
  });

  it('names production accounts whose notices nothing can prove, and finds nothing wrong with them', async () => {
    const ctx = await testContext(test.database);
    const { applicationId } = await seed(ctx).owner().application().mint();
    const at = ctx.clock.now();
    const { id } = await ctx.db.prisma.railAccount.create({
      data: {
        ...{ id: randomUUID(), applicationId, environment: 'production', rail: 'airtel', number: '450123' },
        ...{ hookToken: 'a'.repeat(64), askedSince: at, createdAt: at, updatedAt: at },
      },
    });
    const saysSo = async () => (await examined()).all.find(({ part }) => part === 'callbacks')?.detail;
    expect(await saysSo()).toContain(
      'have no callback key, so Tillgate asks about each of their payments: 1 at Airtel',
    );
    await ctx.db.prisma.railSecret.create({
      data: { accountId: id, name: 'callbackKey', sealedValue: 'sealed' },
    });
    expect(await saysSo()).toContain('Every notice of production can be proven.');
    await ctx.db.prisma.railSecret.deleteMany({ where: { accountId: id } });
    await ctx.db.prisma.railAccount.delete({ where: { id } });
  });

  it('sees a seal key pair that does not fit', async () => {
    const stranger = await generateSealKeys();
    expect(brokenParts(await examined({ SEAL_PRIVATE_KEY: stranger.privateKey }))).toEqual(['keys']);
  });

  it('sees stored credentials that were sealed for another key', async () => {
    const own = await testDatabase();
    const young = await generateSealKeys();
    const pair = { SEAL_PUBLIC_KEY: young.publicKey, SEAL_PRIVATE_KEY: young.privateKey };
    const changed = { ...pair, DATABASE_URL: own.urlAs('cli') };
    const asOwner = { ...env, DATABASE_URL: own.url, WEBHOOK_ALLOWED_PRIVATE_HOSTS: 'localhost:4003' };
    const seeded = await tillgate(['demo', 'seed', '--no-history', '--json'], asOwner);
    expect([seeded.code, JSON.parse(seeded.stdout)]).toMatchObject([0, { seeded: true }]);
    expect(brokenParts(await examined(changed))).toEqual(['keys']);
    const both = { ...pair, SEAL_PRIVATE_KEY: `${young.privateKey},${env.SEAL_PRIVATE_KEY}` };
    const report = await examined({ ...changed, ...both });
    expect(brokenParts(report)).toEqual([]);
    const keys = report.all.find(({ part }) => part === 'keys');
    expect(keys?.detail).toMatch(/ \d+ secrets are sealed for an older key: run tillgate keys rotate-seal\.$/);
    const rotated = await tillgate(['keys', 'rotate-seal', '--json'], { ...asOwner, ...both });
    expect(rotated.code).toBe(0);
    const after = (await examined(changed)).all.find(({ part }) => part === 'keys');
    expect(after).toMatchObject({ ok: true, detail: expect.stringMatching(/opens the stored secrets\.$/) });
    await own.close();
  });

  describe('an Inngest server', () => {
    const closers: (() => void)[] = [];
    afterEach(() => {
      for (const close of closers.splice(0)) close();
    });

    /** A server that gives everybody this answer. */
    async function answering(status: number, body: object): Promise<string> {
      const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      closers.push(() => server.close());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    const engine = (report: Awaited<ReturnType<typeof examined>>) => report.all.find(({ part }) => part === 'engine');

    it.each<[string, number, object, boolean, string]>([
      ['is ready', 200, { status: 'ok', engine: 'inngest' }, true, 'the server knows its keys and its functions'],
      [
        'is not ready',
        503,
        { status: 'not_ready', engine: 'inngest', reason: 'The functions are not registered.' },
        false,
        'is not ready. The functions are not registered.',
      ],
      ['has another engine', 200, { status: 'ok', engine: 'active' }, false, 'uses the embedded engine'],
      ['is something else', 404, {}, false, 'answers 404, and not as a worker does'],
    ])('is asked by way of a worker, which %s', async (_what, status, body, ok, words) => {
      const INNGEST_BASE_URL = await answering(200, {});
      const INNGEST_SERVE_ORIGIN = await answering(status, body);
      const found = engine(await examined({ INNGEST_BASE_URL, INNGEST_SERVE_ORIGIN }));
      expect(found).toMatchObject({ ok, detail: expect.stringContaining(words) });
    });

    it('is reported when it is away, when no worker answers, and when no worker can be asked', async () => {
      const nobody = 'http://127.0.0.1:1';
      const INNGEST_BASE_URL = await answering(200, {});
      const found = [
        await examined({ INNGEST_BASE_URL: nobody }),
        await examined({ INNGEST_BASE_URL, INNGEST_SERVE_ORIGIN: nobody }),
        await examined({ INNGEST_BASE_URL }),
      ].map(engine);
      expect(found).toMatchObject([
        { ok: false, detail: expect.stringContaining('Check INNGEST_BASE_URL') },
        { ok: false, detail: expect.stringContaining('Check INNGEST_SERVE_ORIGIN') },
        { ok: true, detail: expect.stringContaining('set INNGEST_SERVE_ORIGIN') },
      ]);
    });
  });

  describe('callbacks of production', () => {
    const access = (isOpen: boolean) =>
      recordCallbackAccess(
        { db: test.database, clock: { now: () => new Date() } },
        isOpen ? { kind: 'any' } : { kind: 'list', addresses: publishedAddresses },
      );
    const callbacks = (report: Awaited<ReturnType<typeof examined>>) =>
      report.all.find(({ part }) => part === 'callbacks');

    it('are well when only the provider may post them, and no worry without production credentials', async () => {
      await access(false);
      expect(callbacks(await examined())).toMatchObject({
        ok: true,
        detail: expect.stringContaining('from 12 addresses'),
      });
      await access(true);
      expect(callbacks(await examined())).toMatchObject({ ok: true, detail: expect.stringContaining('every address') });
    });

    it('are reported when everybody may post them and an application has production credentials', async () => {
      const ctx = await testContext(test.database);
      const { applicationId } = await seed(ctx).owner().application().credentials('production').mint();
      await access(true);
      const report = await examined();
      await test.database.prisma.providerCredential.deleteMany({ where: { applicationId } });
      await access(false);
      expect(callbacks(report)).toMatchObject({ ok: false, detail: expect.stringContaining('CALLBACK_ALLOWED_IPS') });
    });

    it('are reported while a review of refused ones is open: how many, from where and since when', async () => {
      const ctx = await testContext(test.database);
      const { applicationId } = await seed(ctx).owner().application().mint();
      const refused = (remoteIp: string) =>
        refuse({ ...ctx, db: test.database }, { subjectId: crypto.randomUUID(), applicationId, remoteIp });
      await refused('203.0.113.9');
      await refused('203.0.113.9');
      await refused('198.51.100.4');
      await sweepReviews(ctx);
      const before = callbacks(await examined());
      await test.database.prisma.review.updateMany({
        where: { applicationId },
        data: { status: 'closed', closedAt: new Date(), closedBy: 'operator' },
      });
      expect(before?.ok).toBe(false);
      expect(before?.detail).toMatch(
        /3 callbacks of production were refused since \d{4}-\S+Z, because they came from 203\.0\.113\.9 \(2\), 198\.51\.100\.4 \(1\)\./,
      );
      expect(callbacks(await examined())).toMatchObject({
        ok: true,
        detail: expect.stringContaining('None was refused'),
      });
    });

    it.each([
      ['none waits', { waiting: 0, aside: 0 }, false, true, 'No callback waits'],
      ['some wait', { waiting: 3, aside: 0 }, false, false, '3 callbacks wait'],
      ['some were set aside', { waiting: 0, aside: 2 }, false, false, '2 callbacks were set aside'],
      ['a proxy has no name', { waiting: 0, aside: 0 }, true, false, 'Set TRUSTED_PROXIES of the API'],
      ['it tells nothing of proxies', { waiting: 0, aside: 0 }, undefined, true, 'No callback waits'],
    ])('tell what the API tells when %s', async (_what, spooled, lacksProxies, ok, words) => {
      const answer = JSON.stringify({ spooled, lacksProxies });
      const api = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
      await once(api, 'listening');
      const PUBLIC_BASE_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}/functions/v1`;
      try {
        expect(callbacks(await examined({ PUBLIC_BASE_URL }))).toMatchObject({
          ok,
          detail: expect.stringContaining(words),
        });
      } finally {
        api.close();
      }
    });
  });

  it('warns of processes that share the user of the owner, and reports rights that are missing', async () => {
    const roles = (report: Awaited<ReturnType<typeof examined>>) => report.all.find(({ part }) => part === 'roles');
    expect(roles(await examined())).toMatchObject({ ok: true, detail: 'Each process has its own rights.' });
    const shared = openDatabase(test.url, { applicationName: 'tillgate-worker' });
    const connection = await shared.pool.connect();
    expect(roles(await examined())).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^Warning\. worker is connected as .* give it tillgate_worker\.$/),
    });
    connection.release();
    await shared.close();
    await test.database.pool.query('REVOKE INSERT ON audit_entries FROM tillgate_web');
    expect(roles(await examined())).toMatchObject({
      ok: false,
      detail: expect.stringContaining('tillgate_web: INSERT on audit_entries'),
    });
    const { code, stdout } = await tillgate(['migrate', '--json'], { DATABASE_URL: test.url });
    expect([code, JSON.parse(stdout)]).toEqual([0, { applied: [], missingRoles: [], sql: '' }]);
    expect(roles(await examined())).toMatchObject({ ok: true });
  });

  it('names migrations of a newer version, which is no fault', async () => {
    await test.database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
       VALUES ('newer', 'x', '29990101000000_of_tomorrow', now(), now())`,
    );
    const { all } = await examined();
    expect(all.find(({ part }) => part === 'migrations')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('29990101000000_of_tomorrow'),
    });
    await test.database.pool.query(`DELETE FROM _prisma_migrations WHERE id = 'newer'`);
  });

  it('sees events that nobody takes, and migrations that are missing', async () => {
    await test.database.pool.query(
      `INSERT INTO engine_events (id, name, data, ts, received_at) VALUES ('e', 'n', '{}', 0, now() - interval '5 minutes')`,
    );
    await test.database.pool.query('DELETE FROM _prisma_migrations');
    const report = await examined();
    expect(report.broken).toMatchObject([
      { part: 'migrations', detail: expect.stringContaining('_init') },
      { part: 'engine', detail: expect.stringMatching(/has waited for 3\d\d s/) },
    ]);
  });
});
