import { describe, expect, it } from 'vitest';
import { refusal } from './money-out.fixture.ts';
import { batchWorld, people, stranger } from './payout-batches.fixture.ts';

const world = batchWorld();

/** A batch of which one row was handed over. */
async function running() {
  const batchId = await world.draft(people(3));
  await world.submit(batchId);
  await world.start(batchId);
  return batchId;
}

describe('200', () => {
  it('pays no further row, and says the same again', async () => {
    const batchId = await running();
    const [first, again] = [await world.call(batchId, 'pause'), await world.call(batchId, 'pause')];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ batchId, status: 'paused', pausedBecause: 'caller' });
    expect(again.body.status).toBe('paused');
    await world.start(batchId);
    expect((await world.read(batchId)).counts).toMatchObject({ good: 2, handed: 1 });
  });
});

describe('400', () => {
  it('a body that is no JSON', async () => {
    await refusal(world.call(await world.draft(), 'pause', undefined, { raw: '{' }), 400, 'malformed_json');
  });
});

describe('404', () => {
  it('a batch of somebody else stays as it is', async () => {
    const batchId = await running();
    const before = await world.read(batchId);
    const { key } = (await world.other()).key();
    await refusal(world.call(batchId, 'pause', undefined, { key }), 404, 'not_found');
    await refusal(world.call(stranger, 'pause'), 404, 'not_found');
    expect((await world.read(batchId)).status).toBe(before.status);
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const raw = JSON.stringify({ filler: 'x'.repeat(100_000) });
    await refusal(world.call(await world.draft(), 'pause', undefined, { raw }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it('a batch that is not being paid', async () => {
    const { detail } = await refusal(world.call(await world.draft(), 'pause'), 422, 'invalid_input');
    expect(detail).toBe('This batch is draft. Only one that is running can be paused.');
  });
});
