import { describe, expect, it } from 'vitest';
import { startBench, until } from './test-client.ts';
import { startSimulator } from './testing.ts';

describe('closing', () => {
  it('waits for no push that hangs, and for no ack, answer or callback that is due later', async () => {
    const bench = await startBench({ delayMs: 600_000, slowAckMs: 600_000, lateCallbackMs: 600_000 });
    bench.listener.hold();
    await bench.push();
    await bench.settings({ delayMs: 0 });
    await bench.push({ Amount: 80003 });
    await bench.push({ Amount: 100 });
    await until(() => bench.received.length === 1);
    const waiting = [bench.push({ Amount: 80001 }), bench.push({ Amount: 80013 })].map((push) =>
      push.catch(() => 'cut'),
    );
    await until(async () => (await bench.requests()).requests.some(({ amount }) => amount === 80013));
    await until(async () => (await bench.requests()).requests.some(({ amount }) => amount === 80001));
    await bench.close();
    const [hung] = await Promise.all(waiting);
    expect(hung).toBe('cut');
  });

  it('a simulator for tests takes a free port, so that many run side by side', async () => {
    const [one, two] = await Promise.all([startSimulator(), startSimulator({ delayMs: 0 })]);
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.url).not.toBe(two.url);
    expect((await fetch(`${two.url}/healthz`)).status).toBe(200);
    await Promise.all([one.close(), two.close()]);
    await expect(fetch(`${two.url}/healthz`)).rejects.toThrow();
  });
});
