import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { workRecovery } from '@tillgate/domain/recoveries';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: { now: () => new Date(), advance() {}, set() {} } });
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

/** The one object that a command printed. */
async function done(...args: string[]) {
  const { code, stdout, stderr } = await tillgate([...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

/** What a command said to people. */
async function said(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tillgate(args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function refused(...args: string[]) {
  const { code, stdout, stderr } = await tillgate([...args, '--json'], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return JSON.parse(stderr);
}

async function newEndpoint(...more: string[]): Promise<string[]> {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const url = ['--url', 'https://shop.example/hook', ...more];
  const { endpointId } = await done('endpoint', 'create', '--app', applicationId, '--env', 'sandbox', ...url);
  return ['--endpoint', endpointId];
}

describe('an operator', () => {
  it('sets an endpoint up, changes it, gives it another secret and deletes it, each audited', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const where = ['--app', applicationId, '--env', 'sandbox'];
    const settings = ['--description', 'Till 1', '--concurrency', '2', '--rate', '20'];
    const { endpointId } = await done(
      'endpoint',
      'create',
      ...where,
      '--url',
      'https://shop.example/hook',
      ...settings,
    );
    const which = ['--endpoint', endpointId];
    const { endpoints } = await done('endpoint', 'list', ...where);
    expect(endpoints).toMatchObject([{ endpointId, description: 'Till 1', concurrency: 2, ratePerSecond: 20 }]);
    const change = ['--url', 'https://shop.example/new', '--rate', '', '--events', 'payment.success, payment.failed'];
    expect(await done('endpoint', 'update', ...which, ...change)).toEqual({
      endpointId,
      changed: ['url', 'events', 'ratePerSecond'],
    });
    const rotated = await done('endpoint', 'rotate', ...which, '--grace', '30m');
    expect(Date.parse(rotated.retiredUntil) - Date.now()).toBeLessThanOrEqual(1_800_000);
    const shown = await said('endpoint', 'show', ...which);
    expect(shown).toMatch(/^Limits {2,}2 at once, no limit per second$/m);
    expect(shown).not.toContain(rotated.secret);
    expect(shown).toMatch(/^New secret {2,}takes over at /m);
    expect(await done('endpoint', 'activate', ...which)).toEqual({ endpointId, activated: true });
    expect(await said('endpoint', 'activate', ...which)).toContain('There is no rotation to end.');
    expect(await said('endpoint', 'show', ...which)).not.toContain('New secret');
    expect(await said('endpoint', 'rotate', ...which)).toContain(`tillgate endpoint activate --endpoint ${endpointId}`);
    expect(await said('endpoint', 'rotate', ...which, '--grace', '0')).toContain('signs from now on');
    expect(await refused('endpoint', 'delete', ...which)).toMatchObject({ issues: [{ path: '--yes' }] });
    expect(await done('endpoint', 'delete', ...which, '--yes')).toMatchObject({ endpointId });
    expect(await refused('endpoint', 'show', ...which)).toMatchObject({ code: 'not_found' });
    const audit = await test.database.prisma.auditEntry.findMany({ where: { subjectId: endpointId } });
    expect(audit.map(({ action, actor }) => `${action} ${actor}`).sort()).toEqual([
      'endpoint.changed operator',
      'endpoint.created operator',
      'endpoint.deleted operator',
      'endpoint.disabled operator',
      'endpoint.secret_activated operator',
      'endpoint.secret_rotated operator',
      'endpoint.secret_rotated operator',
      'endpoint.secret_rotated operator',
    ]);
  });

  it('tests an endpoint and deals with the delivery', async () => {
    const endpoint = await newEndpoint();
    const { deliveryId } = await done('endpoint', 'test', ...endpoint, '--event', 'payment.failed');
    const which = ['--delivery', deliveryId];
    const list = await done(
      'delivery',
      'list',
      ...endpoint,
      '--event',
      'payment.failed',
      '--status',
      'due',
      '--since',
      '1h',
    );
    expect(list).toMatchObject({ deliveries: [{ deliveryId, type: 'payment.failed', test: true }], next: null });
    expect(await done('delivery', 'resend', ...which)).toEqual({ deliveryId, queued: false });
    expect(await done('delivery', 'cancel', ...which)).toEqual({ deliveryId, status: 'cancelled', cancelled: true });
    const copy = await done('delivery', 'send-as-new', ...which);
    expect(copy).toMatchObject({ queued: true });
    expect(await said('delivery', 'list', ...endpoint)).toMatch(
      /^DELIVERY +CREATED .*\n\S+ +\S+ +payment\.failed \(test\) \(copy 1\) +due .*\n\S+ +\S+ +payment\.failed \(test\) +cancelled /,
    );
    expect(await said('delivery', 'show', ...which)).toMatch(
      /^Delivery +[0-9a-f-]{36}\n.*\nBody:\n\{"type":"payment\.failed"/s,
    );
  });

  it('disables, enables, and is told how to recover what was cancelled', async () => {
    const endpoint = await newEndpoint();
    await done('endpoint', 'test', ...endpoint);
    await done('endpoint', 'disable', ...endpoint);
    const text = await said('endpoint', 'enable', ...endpoint);
    expect(text).toContain('Deliveries cancelled since it was disabled: 1.');
    const advised = /^ {2}tillgate (endpoint recover .*)$/m.exec(text)?.[1] ?? '';
    const { recoveryId, started } = await done(...advised.split(' '));
    expect(started).toBe(true);
    expect(await done('endpoint', 'recover', ...endpoint, '--since', '3h')).toMatchObject({
      recoveryId,
      started: false,
    });
    expect(await said('recovery', 'list', ...endpoint)).toMatch(/^RECOVERY .*\n\S+ +failed +running +0 %, 0 queued /);
    expect(await done('recovery', 'cancel', '--recovery', recoveryId)).toMatchObject({ status: 'cancelled' });
  });

  it('waits for a replay and sees its progress on the way and its count at the end', async () => {
    const endpoint = await newEndpoint();
    const [, endpointId = ''] = endpoint;
    const command = tillgate(['endpoint', 'replay', ...endpoint, '--since', '2d', '--wait'], env);
    const running = { endpointId, status: 'running' as const };
    const recovery = await expect
      .poll(() => test.database.prisma.webhookRecovery.findFirst({ where: running }))
      .toMatchObject({ kind: 'missing' })
      .then(() => test.database.prisma.webhookRecovery.findFirstOrThrow({ where: running }));
    await workRecovery(ctx, { recoveryId: recovery.id });
    const { code, stdout, stderr } = await command;
    expect(code).toBe(0);
    expect(stderr).toContain('100 %, 0 queued\n');
    expect(stdout).toMatch(/^Status {2,}completed$/m);
  });

  it('is told which option is wrong, and what it should be', async () => {
    const endpoint = ['--endpoint', crypto.randomUUID()];
    expect(await refused('endpoint', 'recover', ...endpoint, '--since', 'yesterday')).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '--since', message: expect.stringContaining('3h') }],
    });
    expect(await refused('endpoint', 'rotate', ...endpoint, '--grace', '8d')).toMatchObject({
      issues: [{ path: 'graceSeconds' }],
    });
  });
});
