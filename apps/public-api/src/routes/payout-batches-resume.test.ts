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
  it('goes on, and says the same again', async () => {
    const batchId = await running();
    await world.call(batchId, 'pause');
    const [first, again] = [await world.call(batchId, 'resume'), await world.call(batchId, 'resume')];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ batchId, status: 'running', pausedBecause: null });
    expect(again.body.status).toBe('running');
    await world.pay(batchId);
  });
});

describe('400', () => {
  it('a body that is no JSON', async () => {
    await refusal(world.call(await world.draft(), 'resume', undefined, { raw: '{' }), 400, 'malformed_json');
  });
});

describe('404', () => {
  it('a batch of somebody else stays as it is', async () => {
    const batchId = await running();
    const before = await world.read(batchId);
    const { key } = (await world.other()).key();
    await refusal(world.call(batchId, 'resume', undefined, { key }), 404, 'not_found');
    await refusal(world.call(stranger, 'resume'), 404, 'not_found');
    expect((await world.read(batchId)).status).toBe(before.status);
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const raw = JSON.stringify({ filler: 'x'.repeat(100_000) });
    await refusal(world.call(await world.draft(), 'resume', undefined, { raw }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it('a batch that is not paused', async () => {
    const { detail } = await refusal(world.call(await world.draft(), 'resume'), 422, 'invalid_input');
    expect(detail).toBe('This batch is draft. Only one that is paused can be resumed.');
  });
});
