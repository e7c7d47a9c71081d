import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blocksBelow } from './support/distributed-page.ts';
import { lackingForWalk, startWalk, type Walk } from './support/distributed-walk.ts';
import { testMs } from './support/patience.ts';
import { viewProvider } from './support/provider-view.ts';
import { until } from './support/until.ts';

vi.setConfig({ testTimeout: 4 * testMs, hookTimeout: 4 * testMs });

/** TILLGATE_LONG_TESTS=1 walks through docs/distributed.md, with an Inngest server where there is one. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
const lacking = lackingForWalk();

/** The same phone for the same key. */
const phones = new Map<string, string>();
function phoneOf(key: string): string {
  const phone = phones.get(key) ?? `07123456${10 + phones.size}`;
  phones.set(key, phone);
  return phone;
}

describe.skipIf(!long || lacking !== undefined)(
  `docs/distributed.md as a program (${lacking ?? 'all is here'})`,
  () => {
    let walk: Walk;
    let key: string;
    let paymentId: string;
    beforeAll(async () => {
      walk = await startWalk();
      await Promise.all([walk.start('api', 1), walk.start('api', 2), walk.start('worker', 1), walk.start('worker', 2)]);
      await Promise.all([walk.start('web'), walk.start('pay')]);
    });
    afterAll(() => walk?.close());

    const readyOf = async () => (await fetch(`${walk.api}/readyz`)).status;
    const inPage = (command: string) => command.replaceAll('http://api.internal:4000', walk.api);
    const collect = async (idempotencyKey: string) => {
      const response = await fetch(`${walk.api}/functions/v1/collect`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        // A phone gets five prompts a minute.
        body: JSON.stringify({ amount: 1, phone: phoneOf(idempotencyKey), accountReference: idempotencyKey }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const pushes = async (reference: string) => (await viewProvider(walk.provider).prompts(reference)).length;

    it('6. every part is well', async () => {
      await until('the balancer sees the APIs', async () => ((await readyOf()) === 200 ? true : undefined));
      const report = await walk.tillgate(['doctor', '--json']);
      expect(JSON.parse(report)).toMatchObject({ ok: true });
    });

    it('6. the doctor of production names what this walk leaves out, and nothing else', async () => {
      const asked = walk.tillgate(['doctor', '--production', '--json']);
      const report = JSON.parse(await asked.catch(({ stdout }: { stdout: string }) => stdout));
      const bad = (report.parts as { part: string; ok: boolean; detail: string }[]).filter(({ ok }) => !ok);
      expect(bad).toEqual([
        expect.objectContaining({ part: 'public', detail: expect.stringContaining('is http') }),
        expect.objectContaining({ part: 'backup', detail: expect.stringContaining('no tillgate backup') }),
      ]);
    });

    it('7. settles a payment by the commands of the page', async () => {
      const [setUp = '', pay = ''] = await blocksBelow('7. Settle a payment');
      const commands = setUp.replaceAll('\\\n', ' ').trim().split('\n').slice(1);
      let app = '';
      for (const command of commands) {
        const secrets = { CONSUMER_KEY: 'a-consumer-key', CONSUMER_SECRET: 'a-consumer-secret' };
        const said = await walk.shell(command.replaceAll('APP', app), secrets);
        if (command.includes('app create')) app = /[0-9a-f-]{36}/.exec(said)?.[0] ?? '';
        if (command.includes('key create')) key = /\bmp_\w+/.exec(said)?.[0] ?? '';
      }
      const [ask = '', read = ''] = pay.replaceAll('\\\n', ' ').trim().split('\n');
      const answer = JSON.parse(await walk.shell(inPage(ask), { KEY: key }));
      paymentId = answer.paymentId;
      await until('the payment', async () => {
        const { status } = JSON.parse(await walk.shell(inPage(read).replace('PAYMENT_ID', paymentId), { KEY: key }));
        return status === 'success' ? true : undefined;
      });
    });

    it('goes on while each part is restarted', async () => {
      for (const [name, place] of [
        ['worker', 1],
        ['worker', 2],
        ['api', 1],
        ['api', 2],
      ] as const) {
        expect(await walk.stop(name, place)).toBe(0);
        expect((await collect(`${name}-${place}`)).status).toBe(202);
        await walk.start(name, place);
      }
      await until('the balancer sees the APIs', async () => ((await readyOf()) === 200 ? true : undefined));
    });

    it('is restored to a moment, and its gap is opened and closed', async () => {
      const moment = await walk.restorable.now();
      expect((await collect('in-gap')).status).toBe(202);
      for (const place of [1, 2] as const) await walk.stop('worker', place);
      await walk.stop('web');
      await walk.restorable.stop();
      const { alone, open } = await walk.restorable.restore(moment);
      const since = ['--since', moment.toISOString(), '--reason', 'The disk of the database failed.'];
      await walk.tillgate(['gap', 'open', ...since, '--apis', '1', '--yes'], walk.urlOf('tillgate_cli', alone));
      await open();
      for (const place of [1, 2] as const) await walk.start('worker', place);
      await walk.start('web');
      const repeated = await until('the keys of the gap', async () => {
        const answer = await collect('in-gap').catch(() => undefined);
        return answer && answer.status !== 503 ? answer : undefined;
      });
      expect(repeated).toMatchObject({ status: 409, body: { code: 'idempotency_indeterminate' } });
      expect(await pushes('in-gap')).toBe(1);
      await expect(walk.tillgate(['doctor'])).rejects.toMatchObject({
        stdout: expect.stringContaining('a gap is open'),
      });
      await walk.tillgate(['gap', 'close', '--note', 'All is in order.']);
      expect(JSON.parse(await walk.tillgate(['doctor', '--json']))).toMatchObject({ ok: true });
      expect((await collect('after-gap')).status).toBe(202);
      expect(await collect('in-gap')).toMatchObject({ status: 409 });
      const known = await fetch(`${walk.api}/functions/v1/status/${paymentId}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(await known.json()).toMatchObject({ status: 'success' });
    });
  },
);
