import { createHash } from 'node:crypto';
import type { Environment } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resendDelivery, sendAsNew } from '../deliveries/index.ts';
import { fillTables, seed, type TestContext, testContext } from '../testing/index.ts';
import { askForRun, previewRetention, setRetention, sweepRetention } from './index.ts';
import { kinds, type RetentionKind, retentionKinds } from './retention.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeEach(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterEach(() => test.close());

const dayMs = 24 * 3_600_000;
/** That many days ago, and so many milliseconds more. */
const ago = (days: number, ms = 0) => new Date(ctx.clock.now().getTime() - days * dayMs - ms);

type Shop = { applicationId: string; organizationId: string; userId: string };
async function mint(): Promise<Shop> {
  const { applicationId, organizationId, owner } = await seed(ctx).owner().application().mint();
  return { applicationId, organizationId, userId: owner.userId };
}

const filledPeriods: Date[] = [];

/** A row of each table, all as old as `at`. */
async function fill(shop: Shop, at: Date, environment: Environment = 'sandbox') {
  const tenant = { applicationId: shop.applicationId, environment };
  const filled = await fillTables(ctx.db, { tenant, ...shop, text: '0712000111', at });
  const { pool } = ctx.db;
  const id = (table: string) => filled.of(table);
  await pool.query(
    `UPDATE provider_callbacks SET state = 'applied', retry_at = NULL, applied_at = received_at WHERE id = $1`,
    [id('provider_callbacks')],
  );
  await pool.query('UPDATE sessions SET expires_at = $2 WHERE id = $1', [id('sessions'), at]);
  await pool.query('UPDATE password_resets SET expires_at = $2 WHERE id = $1', [id('password_resets'), at]);
  // Of the whole installation, so that no merchant has one: each began at a moment of its own.
  const beganAt = new Date(at.getTime() - 60_000 - 1_000 * filledPeriods.length);
  filledPeriods.push(beganAt);
  await pool.query(
    `INSERT INTO provider_periods (environment, state, began_at, ended_at) VALUES ('sandbox', 'silent', $1, $2)`,
    [beganAt, at],
  );
  return { ...filled, beganAt };
}

/** Which kinds are still there, of one filled set of rows. */
async function present(filled: Awaited<ReturnType<typeof fill>>): Promise<RetentionKind[]> {
  const there: Record<RetentionKind, string> = {
    requests: `api_requests WHERE id = '${filled.of('api_requests')}'`,
    attempts: `webhook_attempts WHERE delivery_id = '${filled.of('webhook_deliveries')}'`,
    event_bodies: `webhook_events WHERE id = '${filled.of('webhook_events')}' AND body_erased_at IS NULL`,
    callback_bodies: `provider_callbacks WHERE id = '${filled.of('provider_callbacks')}' AND body_erased_at IS NULL`,
    inquiry_answers: `inquiries WHERE id = '${filled.of('inquiries')}' AND raw IS NOT NULL`,
    guard_decisions: `guard_decisions WHERE id = '${filled.of('guard_decisions')}'`,
    link_attempts: `link_attempts WHERE id = '${filled.of('link_attempts')}'`,
    mails: `mails WHERE id = '${filled.of('mails')}'`,
    sessions: `sessions WHERE id = '${filled.of('sessions')}'`,
    links: `password_resets WHERE id = '${filled.of('password_resets')}'`,
    astray_callbacks: `astray_callbacks WHERE id = '${filled.of('astray_callbacks')}'`,
    provider_periods: `provider_periods WHERE began_at = '${filled.beganAt.toISOString()}'`,
  };
  const found: RetentionKind[] = [];
  for (const kind of retentionKinds) {
    const { rowCount } = await ctx.db.pool.query(`SELECT 1 FROM ${there[kind]}`);
    if (rowCount) found.push(kind);
  }
  return found;
}

/** With the rights of the worker alone. */
const run = (options: Parameters<typeof sweepRetention>[1] = {}) =>
  sweepRetention({ ...ctx, db: test.databaseAs('worker') }, { betweenBatches: async () => {}, ...options });
/** The command line, with its own rights. */
const operator = () => ({ ...ctx, db: test.databaseAs('cli') });

/** Every row of the ledger and every status. */
async function ledger() {
  const of = async (text: string) => (await ctx.db.pool.query(text)).rows;
  return {
    payments: await of('SELECT * FROM payments ORDER BY id'),
    disbursements: await of('SELECT * FROM disbursements ORDER BY id'),
    inquiries: await of('SELECT id, status, result, result_code FROM inquiries ORDER BY id'),
    orders: await of('SELECT * FROM orders ORDER BY id'),
    claims: await of('SELECT * FROM idempotency_records ORDER BY id'),
    reviews: await of('SELECT * FROM reviews ORDER BY id'),
    callbacks: await of('SELECT id, state, body_hash, received_at FROM provider_callbacks ORDER BY id'),
    events: await of('SELECT id, type, subject_id, sequence FROM webhook_events ORDER BY id'),
    deliveries: await of('SELECT * FROM webhook_deliveries ORDER BY id'),
    signed: await of('SELECT * FROM day_sign_offs ORDER BY id'),
    lines: await of('SELECT * FROM statement_lines ORDER BY id'),
    audit: await of(`SELECT * FROM audit_entries WHERE action NOT LIKE 'retention.%' ORDER BY id`),
  };
}

it.each(retentionKinds)('%s: what is a millisecond past its days goes, and what is not stays', async (kind) => {
  const { days } = kinds[kind];
  const old = await fill(await mint(), ago(days, 1));
  const young = await fill(await mint(), ago(days));
  await run();
  expect(await present(old)).not.toContain(kind);
  expect(await present(young)).toContain(kind);
});

it('the state that the provider is in now stays, however long it lasts', async () => {
  const period = { environment: 'production' as const, state: 'answering', beganAt: ago(4_000) };
  await ctx.db.prisma.providerPeriod.create({ data: period });
  await run();
  expect(await ctx.db.prisma.providerPeriod.findMany()).toEqual([{ ...period, rail: 'mpesa', endedAt: null }]);
});

it('money, statuses, claims on keys, signatures and the audit stay as they were, however old', async () => {
  await fill(await mint(), ago(4_000));
  const before = await ledger();
  await run();
  expect(await ledger()).toEqual(before);
});

it('a text that goes leaves a sentence that says so', async () => {
  const filled = await fill(await mint(), ago(500));
  await run();
  const { body } = await ctx.db.prisma.webhookEvent.findUniqueOrThrow({ where: { id: filled.of('webhook_events') } });
  expect(JSON.parse(body)).toEqual({ deleted: 'Deleted after 90 days by the retention policy.' });
  const where = { id: filled.of('provider_callbacks') };
  const callback = await ctx.db.prisma.providerCallback.findUniqueOrThrow({ where });
  expect(JSON.parse(Buffer.from(callback.body).toString())).toEqual({
    deleted: 'Deleted after 400 days by the retention policy.',
  });
});

it('an organization keeps what it chose, and the days of another one are not touched', async () => {
  const [long, short, other] = [await mint(), await mint(), await mint()];
  for (const kind of ['requests', 'attempts', 'event_bodies'] as const) {
    await setRetention(operator(), { organizationId: long.organizationId, kind, days: 120 });
  }
  await setRetention(operator(), { organizationId: short.organizationId, kind: 'callback_bodies', days: 90 });
  const filled = new Map<Shop, Awaited<ReturnType<typeof fill>>>();
  for (const shop of [long, short, other]) filled.set(shop, await fill(shop, ago(100)));
  const left = async (shop: Shop) => present(filled.get(shop) ?? expect.fail());
  await run();
  expect(await left(long)).toEqual([
    'requests',
    'attempts',
    'event_bodies',
    'callback_bodies',
    'inquiry_answers',
    'guard_decisions',
  ]);
  expect(await left(short)).toEqual(['inquiry_answers', 'guard_decisions']);
  expect(await left(other)).toEqual(['callback_bodies', 'inquiry_answers', 'guard_decisions']);
  // Who chooses fewer days later is reached too, though the walk is past its rows.
  await setRetention(operator(), { organizationId: other.organizationId, kind: 'callback_bodies', days: 90 });
  await askForRun(operator());
  await run();
  expect(await left(other)).toEqual(['inquiry_answers', 'guard_decisions']);
});

it('days out of bounds are refused, and a kind that nobody may choose', async () => {
  const { organizationId } = await mint();
  const set = (kind: string, days: number) =>
    setRetention(operator(), { organizationId, kind: kind as 'requests', days });
  for (const kind of retentionKinds) {
    const { bounds } = { bounds: undefined, ...kinds[kind] };
    if (!bounds) {
      await expect(set(kind, 30)).rejects.toMatchObject({ code: 'invalid_input' });
      continue;
    }
    const refused = { code: 'invalid_input', extras: { issues: [{ path: 'days' }] } };
    await expect(set(kind, bounds.min - 1)).rejects.toMatchObject(refused);
    await expect(set(kind, bounds.max + 1)).rejects.toMatchObject(refused);
    expect(await set(kind, bounds.min)).toEqual({ days: bounds.min });
    expect(await set(kind, bounds.max)).toEqual({ days: bounds.max });
  }
  await expect(
    setRetention(operator(), { organizationId: uuidv7(), kind: 'requests', days: 30 }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
  const audits = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'retention.set', organizationId } });
  expect(audits[0]?.detail).toEqual({ kind: 'requests', days: 7, daysBefore: 30 });
});

it('a callback whose review is open keeps its body, and so does an event that is still being delivered', async () => {
  const shop = await mint();
  const filled = await fill(shop, ago(1_000));
  const { pool } = ctx.db;
  const [callback, delivery] = [filled.of('provider_callbacks'), filled.of('webhook_deliveries')];
  await pool.query(`UPDATE provider_callbacks SET state = 'unmatched' WHERE id = $1`, [callback]);
  await pool.query(
    `INSERT INTO reviews (id, application_id, environment, subject_kind, subject_id, reason, detail, status, opened_at)
     VALUES ($1, $2, 'sandbox', 'callback', $3, 'callback_failed', '{}', 'open', now())`,
    [uuidv7(), shop.applicationId, callback],
  );
  const due = `status = 'due', next_attempt_at = now(), ended_at = NULL`;
  await pool.query(`UPDATE webhook_deliveries SET ${due} WHERE id = $1`, [delivery]);
  await run();
  expect(await present(filled)).toEqual(['attempts', 'event_bodies', 'callback_bodies']);
  await pool.query(
    `UPDATE reviews SET status = 'closed', closed_at = now(), closed_by = 'operator' WHERE subject_id = $1`,
    [callback],
  );
  const ended = `status = 'delivered', next_attempt_at = NULL, ended_at = now()`;
  await pool.query(`UPDATE webhook_deliveries SET ${ended} WHERE id = $1`, [delivery]);
  await askForRun(operator());
  await run();
  expect(await present(filled)).toEqual([]);
});

/** Many old requests of a shop. */
async function manyRequests(shop: Shop, count: number) {
  await fill(shop, ago(31));
  await ctx.db.pool.query(
    `INSERT INTO api_requests SELECT 'many_' || $1 || n, application_id, environment, key_id, method, path, status_code,
       error_code, error_detail, duration_ms, idempotency_key, replayed, resource_id, remote_ip, user_agent, created_at
     FROM (SELECT * FROM api_requests WHERE application_id = $1::uuid LIMIT 1) r, generate_series(2, $2::int) n`,
    [shop.applicationId, count],
  );
}
const requestsOf = ({ applicationId }: Shop) => ctx.db.prisma.apiRequest.count({ where: { applicationId } });

it('no batch is larger than the limit, and a run goes on until nothing is left', async () => {
  const shop = await mint();
  await manyRequests(shop, 25);
  const counts: number[] = [];
  const done = await run({ limit: 10, betweenBatches: async () => counts.push(await requestsOf(shop)) });
  expect(done).toMatchObject({ state: 'done', removed: { requests: 25 } });
  const steps = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count);
  expect(Math.max(...steps)).toBe(10);
  expect(await requestsOf(shop)).toBe(0);
});

it('one worker at a time runs, and the next one a day later; a run is in the audit with its counts', async () => {
  const shop = await mint();
  await manyRequests(shop, 25);
  const second: unknown[] = [];
  await run({ limit: 10, betweenBatches: async () => second.push((await run()).state) });
  expect(new Set(second)).toEqual(new Set(['none_due']));
  expect(await run()).toEqual({ state: 'none_due' });
  ctx.clock.advance(24 * 3600);
  expect(await run()).toMatchObject({ state: 'done' });
  const entries = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'retention.removed' } });
  const [first] = entries.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  expect(first).toMatchObject({ actor: 'system', organizationId: null, detail: { requests: 25 } });
});

it('a worker that dies between two batches loses nothing, and another one goes on when its time is over', async () => {
  const shop = await mint();
  await manyRequests(shop, 25);
  let batches = 0;
  const dying = run({
    limit: 10,
    betweenBatches: async () => {
      if ((await requestsOf(shop)) < 25 && batches++ > 0) throw new Error('killed');
    },
  });
  await expect(dying).rejects.toThrow('killed');
  const left = await requestsOf(shop);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(25);
  expect(await run()).toEqual({ state: 'none_due' });
  ctx.clock.advance(301);
  expect(await run()).toMatchObject({ state: 'done', removed: { requests: left } });
  expect(await requestsOf(shop)).toBe(0);
});

it('a worker that was too slow stops when another one has taken over', async () => {
  const shop = await mint();
  await manyRequests(shop, 25);
  let taken: unknown;
  const slow = await run({
    limit: 10,
    betweenBatches: async () => {
      if (taken) return;
      ctx.clock.advance(301);
      taken = await run();
    },
  });
  expect(taken).toMatchObject({ state: 'done' });
  expect(slow).toMatchObject({ state: 'lost' });
});

it('a run that takes too long ends, and the next one goes on at once', async () => {
  const shop = await mint();
  await manyRequests(shop, 25);
  const cut = await run({ limit: 10, betweenBatches: async () => ctx.clock.advance(1_201) });
  expect(cut).toMatchObject({ state: 'cut' });
  expect(await requestsOf(shop)).toBeGreaterThan(0);
  expect(await run({ limit: 10 })).toMatchObject({ state: 'done' });
  expect(await requestsOf(shop)).toBe(0);
});

it('a dry run counts what would go and changes nothing', async () => {
  await run();
  expect(await previewRetention(operator())).toEqual(Object.fromEntries(retentionKinds.map((kind) => [kind, 0])));
  const filled = await fill(await mint(), ago(500));
  expect(await previewRetention(operator())).toEqual(Object.fromEntries(retentionKinds.map((kind) => [kind, 1])));
  expect(await present(filled)).toEqual(retentionKinds);
});

it('a delivery whose body is gone cannot be sent again, and says why', async () => {
  const filled = await fill(await mint(), ago(100));
  await run();
  await ctx.db.pool.query(`UPDATE webhook_endpoints SET status = 'enabled', disabled_reason = NULL`);
  const input = { deliveryId: filled.of('webhook_deliveries') };
  for (const again of [resendDelivery, sendAsNew]) {
    await expect(again({ ...ctx, actor: 'operator' }, input)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('the body of its event was deleted'),
    });
  }
});

/** An archive in memory; `refuses` has it take nothing. */
function archive(refuses?: string) {
  const files: Record<string, unknown[]> = {};
  return {
    files,
    run: (options: Parameters<typeof sweepRetention>[1] = {}) =>
      sweepRetention(
        {
          ...ctx,
          db: test.databaseAs('worker'),
          archive: async ({ key, parts, bytes, sha256 }) => {
            if (refuses !== undefined) return { kind: 'failed', reason: refuses };
            const pieces: Buffer[] = [];
            for await (const part of parts()) pieces.push(part);
            const content = Buffer.concat(pieces);
            expect(content.length).toBe(bytes);
            expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
            const lines = content.toString().trimEnd().split('\n');
            const [kind = ''] = key.split('/');
            files[kind] = [...(files[kind] ?? []), ...lines.map((line) => JSON.parse(line))];
            return { kind: 'stored' };
          },
        },
        { betweenBatches: async () => {}, ...options },
      ),
  };
}

it('with an archive, what goes is there first, each row once and whole', async () => {
  const rows = [await fill(await mint(), ago(900)), await fill(await mint(), ago(900), 'production')];
  const { pool } = ctx.db;
  // JSON as the provider may lay it out, and bytes that are no text.
  await pool.query(`UPDATE inquiries SET raw = E'{\\n"Result":\\r\\n {"text":"a\\\\\\\\nb"}}'::json`);
  await pool.query(`UPDATE provider_callbacks SET body = '\\xff00fe'`);
  const before = {
    requests: (await pool.query('SELECT id, path, user_agent FROM api_requests ORDER BY id')).rows,
    events: (await pool.query('SELECT id, body FROM webhook_events ORDER BY id')).rows,
  };
  const { files, run: archived } = archive();
  expect(await archived({ limit: 1 })).toMatchObject({ state: 'done' });
  for (const filled of rows) expect(await present(filled)).toEqual([]);
  const of = (kind: RetentionKind) => (files[kind] as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(of('requests')).toEqual(before.requests.map((row) => expect.objectContaining(row)));
  expect(of('event_bodies')).toEqual(before.events.map((row) => expect.objectContaining(row)));
  expect(of('attempts')).toHaveLength(2);
  expect(of('inquiry_answers')).toEqual(
    rows.map(() => expect.objectContaining({ raw: { Result: { text: 'a\\nb' } }, kind: expect.any(String) })),
  );
  expect(of('callback_bodies')).toEqual(rows.map(() => expect.objectContaining({ body_base64: '/wD+' })));
  // Sign-ins, links and emails are nothing to keep.
  expect(Object.keys(files).sort()).toEqual([
    'attempts',
    'callback_bodies',
    'event_bodies',
    'guard_decisions',
    'inquiry_answers',
    'link_attempts',
    'requests',
  ]);
  ctx.clock.advance(25 * 3_600_000);
  await archived();
  expect(of('requests')).toHaveLength(2);
});

it('what the archive refuses is kept, and goes when it takes it', async () => {
  const filled = await fill(await mint(), ago(900));
  await expect(archive('Access denied.').run()).rejects.toThrow('they are kept: Access denied.');
  expect(await present(filled)).toEqual(expect.arrayContaining(['requests', 'attempts', 'event_bodies']));
  const audited = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'retention.removed' } });
  expect(audited.map(({ detail }) => detail)).toEqual([
    { mails: 1, sessions: 1, links: 1, astray_callbacks: 1, provider_periods: 1 },
  ]);
  ctx.clock.advance(600);
  await archive().run();
  expect(await present(filled)).toEqual([]);
});
