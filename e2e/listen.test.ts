import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantWithInitiator } from './support/initiator.ts';
import { isAuthentic, type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { hasOpenssl, opensslSignature } from './support/receivers.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let stack: Stack;
let api: Awaited<ReturnType<Stack['startApi']>>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 300 } });
  [api] = await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterAll(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await stack.close();
});

type Command = { child: ChildProcess; out(): string; err(): string; exit: Promise<number | null> };

/** The built command, with the environment of somebody who has nothing but a key. */
function tillgate(args: string[], env: Record<string, string> = {}, program = 'apps/cli/dist/main.js'): Command {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { PATH: process.env.PATH ?? '', TILLGATE_API_URL: stack.baseUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk;
  });
  return { child, out: () => out, err: () => err, exit: once(child, 'close').then(([code]) => code) };
}

/** Runs a command to its end. */
async function run(args: string[], key: string) {
  const { exit, out, err } = tillgate(args, { TILLGATE_API_KEY: key });
  return { code: await exit, out: out(), err: err() };
}

/** What `trigger --json` prints. */
async function triggered(args: string[], key: string): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(['trigger', ...args, '--json'], key);
  expect({ code, err }, out).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** A `listen` that is ready, and the secret that it shows. */
async function listening(args: string[], key: string, ...start: [env?: Record<string, string>, program?: string]) {
  const [env, program] = start;
  const command = tillgate(['listen', ...args], { TILLGATE_API_KEY: key, ...env }, program);
  await until('it listens', () => {
    if (command.child.exitCode !== null) throw new Error(`it ended: ${command.out()}${command.err()}`);
    return command.out().includes('Ctrl-C') || command.err().includes('"listening"') || undefined;
  });
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(command.out() + command.err())?.[0] ?? '';
  return { ...command, secret };
}

/** Ends it as Ctrl-C does. */
async function end({ child, exit }: Command): Promise<void> {
  child.kill('SIGINT');
  expect(await exit).toBe(0);
}

/** An application under development, on this machine. */
const startApplication = (status?: () => number) => startMerchantHook(status, '/webhook?from=tillgate');

const eventAbout = (subjectId: unknown) =>
  stack.ctx.db.prisma.webhookEvent.findFirstOrThrow({ where: { subjectId: String(subjectId) } });

describe('tillgate listen --forward', () => {
  it('brings the events that tillgate trigger makes to an application on this machine, as webhooks', async () => {
    const { key } = (await stack.merchant()).key();
    const application: MerchantHook = await startApplication(() => (application.received.length === 1 ? 200 : 422));
    const listener = await listening(['--forward', application.url], key);
    expect(listener.out()).toContain(stack.baseUrl);
    expect(listener.out()).toContain(application.url);

    const paid = await triggered(['payment.success', '--amount', '250', '--reference', 'ORDER-1'], key);
    expect(paid).toMatchObject({ event: 'payment.success', status: 'success', amount: 250, accountRef: 'ORDER-1' });
    const failed = await triggered(['payment.failed', '--code', '1032'], key);
    expect(failed).toMatchObject({ event: 'payment.failed', status: 'failed', resultCode: 1032 });
    await until('both are forwarded', () => /→ 422 in/.exec(listener.out()) ?? undefined);

    expect(application.received.map(({ event }) => event)).toEqual(['payment.success', 'payment.failed']);
    for (const [index, { paymentId }] of [paid, failed].entries()) {
      const webhook = application.received[index];
      if (!webhook) throw new Error('no webhook');
      const { id, type, body } = await eventAbout(paymentId);
      expect(webhook.rawBody).toBe(body);
      expect(webhook.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Tillgate/1 (webhooks)',
        'content-length': String(Buffer.byteLength(body)),
        'x-webhook-event': type,
        'x-webhook-id': id,
        'webhook-id': id,
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,/),
      });
      expect(isAuthentic(webhook, listener.secret)).toBe(true);
      if (hasOpenssl) expect(webhook.signature.split('v1=')[1]).toBe(opensslSignature(webhook, listener.secret));
    }

    const phone = String(paid.phone);
    const lines = listener.out().split('\n');
    const line = (type: string) => lines.find((one) => one.includes(`  ${type} `));
    expect(line('payment.success')).toMatch(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\d  payment\\.success +KES 250 from ${phone.slice(0, 4)}…${phone.slice(-3)} ref ORDER-1 receipt ${paid.providerReceipt}$`,
      ),
    );
    const { title, fix } = failed.decoded as { title: string; fix: string };
    expect(line('payment.failed')).toContain(`: ${title} (1032). ${fix}`);
    expect(lines.filter((one) => /^ +→/.test(one))).toEqual([
      expect.stringMatching(/→ 200 in \d+ ms$/),
      expect.stringMatching(/→ 422 in \d+ ms$/),
    ]);
    await end(listener);
    await application.close();
  });

  it('goes on when the application is away, and shows only the events that were asked for', async () => {
    const { key } = (await stack.merchant()).key();
    const application = await startApplication();
    await application.close();
    const listener = await listening(['--forward', application.url, '--events', 'payment.failed'], key);
    await triggered(['payment.success'], key);
    await triggered(['payment.failed', '--code', '2001'], key);
    await until('the failure is shown', () => /nothing is listening there/.exec(listener.out()) ?? undefined);
    expect(listener.out()).toContain('(2001)');
    expect(listener.out()).not.toContain('payment.success');
    await end(listener);
  });

  it('loses nothing and repeats nothing while the API is away, whose end it does not hold up', async () => {
    const merchant = await stack.merchant();
    const { key } = merchant.key();
    const application = await startApplication();
    const listener = await listening(['--forward', application.url], key);
    const first = await triggered(['payment.success'], key);
    const arrived = (count: number) =>
      until(`${count} have arrived`, () => application.received.length === count || undefined);
    await arrived(1);

    expect(await api.stop()).toBe(0);
    await until('it has noticed', () => listener.err().includes('cannot be reached') || undefined);
    // What another process settles meanwhile.
    const missed = Array.from({ length: 3 }, () => randomUUID());
    for (const subjectId of missed) {
      const body = JSON.stringify({ type: 'payment.success', created: 1, data: { paymentId: subjectId } });
      const event = { id: randomUUID(), subjectId, type: 'payment.success', body, createdAt: new Date() };
      const { applicationId } = merchant;
      await stack.ctx.db.prisma.webhookEvent.create({ data: { ...event, applicationId, environment: 'sandbox' } });
    }
    api = await stack.startApi();
    await arrived(4);
    const last = await triggered(['payment.failed', '--code', '1'], key);
    await arrived(5);
    expect(application.received.map(({ body }) => body.data.paymentId)).toEqual([
      first.paymentId,
      ...missed,
      last.paymentId,
    ]);
    expect(listener.err().match(/cannot be reached/g)).toHaveLength(1);
    expect(listener.err().match(/is back/g)).toHaveLength(1);
    await end(listener);
    await application.close();
  });
});

describe('tillgate listen --json', () => {
  it('prints every event that can be triggered as one object in a line, and nothing else', async () => {
    const { key } = (await merchantWithInitiator(stack)).key();
    const listener = await listening(['--json'], key);
    const expected: [args: string[], type: string, about: string, data: object][] = [
      [['payment.success'], 'payment.success', 'paymentId', { status: 'success', resultCode: 0 }],
      [['payment.failed', '--code', 'sfc_ic0003'], 'payment.failed', 'paymentId', { resultCode: 'SFC_IC0003' }],
      [['payout.result'], 'payout.result', 'disbursementId', { status: 'success', amount: 10 }],
      [['payout.result', '--code', '2040'], 'payout.result', 'disbursementId', { resultCode: 2040 }],
      [['refund.result'], 'refund.result', 'disbursementId', { status: 'success', kind: 'reversal' }],
      [['admin.transaction_status'], 'admin.transaction_status', 'queryId', { status: 'answered' }],
      [['admin.account_balance'], 'admin.account_balance', 'queryId', { status: 'answered' }],
    ];
    const printed = () =>
      listener
        .out()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    for (const [args, type, about, data] of expected) {
      const { [about]: id, event, ...outcome } = await triggered(args, key);
      expect({ event, ...outcome }, args.join(' ')).toMatchObject({ event: type, ...data });
      const object = await until(`the event of ${args.join(' ')}`, () =>
        printed().find((one) => one.event.data[about] === id),
      );
      expect(object).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type,
        receivedAt: expect.any(String),
        summary: expect.stringMatching(/\S/),
        event: { type, created: expect.any(Number), data: expect.objectContaining(data) },
        headers: expect.objectContaining({ 'x-webhook-event': type }),
        body: JSON.stringify(object.event),
        verified: true,
        forwarded: null,
      });
    }
    // The payment that was reversed is an event as well.
    expect(printed().map(({ type }) => type)).toEqual([
      ...expected.slice(0, 4).map(([, type]) => type),
      'payment.success',
      ...expected.slice(4).map(([, type]) => type),
    ]);
    const [ready, ...more] = listener.err().trim().split('\n');
    expect(JSON.parse(ready ?? '')).toEqual({ state: 'listening', api: stack.baseUrl, secret: listener.secret });
    expect(more).toEqual([]);
    await end(listener);
  });
});

describe('npm run -s tillgate -- listen', () => {
  it('starts no database, and a signal to it alone ends it and the command', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillgate listen-'));
    const { key } = (await stack.merchant()).key();
    const listener = await listening([], key, { ...process.env, DATA_DIR: dataDir }, 'scripts/tillgate.mjs');
    expect(await readdir(dataDir)).toEqual(['logs']);
    await triggered(['payment.success'], key);
    await until('the event is shown', () => listener.out().includes('payment.success') || undefined);
    await end(listener);
    await rm(dataDir, { recursive: true });
  });
});

describe('tillgate trigger', () => {
  it('says in words what it did and what came of it', async () => {
    const { key } = (await stack.merchant()).key();
    const { code, out, err } = await run(['trigger', 'payment.failed', '--phone', '0712345678'], key);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Payment [0-9a-f-]{36}: KES 71032 from 0712345678, ref TRY-[0-9A-F]{8}\.\n/);
    expect(out).toMatch(/\npayment\.failed {2}KES 71032 from 2547…678 .* \(1032\)\. .+\n$/);
  });

  it('need not wait', async () => {
    const { key } = (await stack.merchant()).key();
    expect(await triggered(['payment.failed', '--code', '2029', '--no-wait'], key)).toMatchObject({
      status: 'pending',
    });
  });

  it('needs what the API needs, and says what that is', async () => {
    const { key } = (await stack.merchant()).key();
    const refused = await run(['trigger', 'payout.result'], key);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/initiator/i) });
  });
});
