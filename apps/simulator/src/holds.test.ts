import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, passwordOf, startBench, testShortcode, until } from './test-client.ts';

/** Many times the delay of an automatic answer in these tests, which is none. */
const longEnoughMs = 120;

let bench: Bench;
afterEach(() => bench.close());

const put = (holder: string, body: object) =>
  bench.call('PUT', `/admin/holds/${holder}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const hold = (holder: string, change: object = {}) => put(holder, { shortcode: testShortcode, seconds: 60, ...change });
const release = (holder: string, checkoutRequestId: unknown) =>
  bench.post(`/admin/holds/${holder}/releases`, { checkoutRequestId });
const push = async (change: object = {}) => String((await bench.push({ ...change })).json.CheckoutRequestID);
const stateOf = async (id: string) => (await bench.call('GET', `/admin/prompts/${id}`)).json;
const answered = (id: string) => until(async () => (await stateOf(id)).state === 'answered');

describe('holds', () => {
  it('a prompt that comes while somebody holds its shortcode waits for them', async () => {
    bench = await startBench();
    await hold('shop');
    const id = await push();
    await pause(longEnoughMs);
    expect((await stateOf(id)).state).toBe('waiting');
    await bench.answer(id, { answer: 'cancel' });
    expect(await stateOf(id)).toMatchObject({ answeredBy: 'admin', outcome: { resultCode: 1032 } });
    await bench.promptAfter(1);
    expect(bench.received).toHaveLength(1);
  });

  it('a prompt that waited before the lease was taken is held, too', async () => {
    bench = await startBench({ delayMs: 2_000 });
    const id = await push();
    await hold('shop');
    // The automatic answer of this prompt, which nobody holds, is due after that of the first.
    const other = await push({ BusinessShortCode: '600111', PartyB: '600111', Password: passwordOf('600111') });
    await answered(other);
    expect((await stateOf(id)).state).toBe('waiting');
  });

  it('a lease that ends lets its prompts answer themselves, as their row says', async () => {
    bench = await startBench();
    await hold('shop', { seconds: 1 });
    const id = await push({ Amount: 70001 });
    expect((await stateOf(id)).state).toBe('waiting');
    await answered(id);
    expect(await stateOf(id)).toMatchObject({ answeredBy: 'auto', outcome: { resultCode: 1 } });
    expect((await bench.call('GET', '/admin/holds')).json).toEqual({ holds: [] });
  });

  it('a renewed lease goes on without a gap', async () => {
    let nowMs = 1_800_000_000_000;
    bench = await startBench({ now: () => nowMs });
    await hold('shop', { seconds: 10 });
    const id = await push();
    for (let renewal = 0; renewal < 5; renewal += 1) {
      nowMs += 9_000;
      await hold('shop', { seconds: 10 });
    }
    await pause(longEnoughMs);
    expect((await stateOf(id)).state).toBe('waiting');
    nowMs += 10_001;
    await answered(id);
  });

  it('can be ended at once', async () => {
    bench = await startBench();
    await hold('shop');
    const id = await push();
    expect((await bench.call('DELETE', '/admin/holds/shop')).json).toEqual({ ended: true });
    await answered(id);
    expect((await bench.call('DELETE', '/admin/holds/shop')).json).toEqual({ ended: false });
  });

  it('concerns no other shortcode', async () => {
    bench = await startBench();
    await hold('shop', { shortcode: '600000' });
    await answered(await push());
  });

  it('what one holder releases waits while another one holds it', async () => {
    bench = await startBench();
    await hold('shop');
    await hold('neighbour');
    const id = await push();
    expect((await release('neighbour', id)).json).toEqual({ ok: true });
    // Renewed leases remember what was released.
    await hold('neighbour');
    await pause(longEnoughMs);
    expect((await stateOf(id)).state).toBe('waiting');
    await release('shop', id);
    await answered(id);
  });

  it('refuses what it does not know', async () => {
    bench = await startBench();
    expect((await release('nobody', 'ws_CO_1')).status).toBe(404);
    expect((await hold('shop', { seconds: 61 })).status).toBe(422);
    expect((await hold('shop', { colour: 'red' })).status).toBe(422);
    expect((await put('shop', { seconds: 5 })).status).toBe(422);
  });

  it('prompts are listed by shortcode and by state', async () => {
    bench = await startBench();
    await hold('shop');
    const [first, second] = [await push(), await push()];
    await bench.answer(first, { answer: 'approve' });
    const ids = async (query: string) => (await bench.prompts(query)).map(({ checkoutRequestId }) => checkoutRequestId);
    expect(await ids(`?shortcode=${testShortcode}&state=waiting`)).toEqual([second]);
    expect(await ids('?state=answered')).toEqual([first]);
    expect(await ids('?shortcode=600000')).toEqual([]);
  });

  it('reset forgets them', async () => {
    bench = await startBench();
    await hold('shop');
    await bench.call('POST', '/admin/reset');
    await answered(await push());
  });
});
