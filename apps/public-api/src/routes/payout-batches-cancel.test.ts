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
  it('cancels a draft, and the same again', async () => {
    const batchId = await world.draft();
    const [first, again] = [await world.call(batchId, 'cancel'), await world.call(batchId, 'cancel')];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ batchId, status: 'cancelled', endedAt: expect.stringMatching(/Z$/) });
    expect(again.body).toEqual(first.body);
  });

  it('cancels what is paused: rows that were handed over go on', async () => {
    const batchId = await running();
    await world.call(batchId, 'pause');
    expect((await world.call(batchId, 'cancel')).body.status).toBe('cancelled');
    const [row] = (await world.send(`/payout-batches/${batchId}/rows?state=handed`)).body.rows;
    await world.settle(row.disbursementId);
    expect((await world.read(batchId)).counts).toMatchObject({ handed: 1, paid: 1 });
  });
});

describe('400', () => {
  it('a body that is no JSON', async () => {
    await refusal(world.call(await world.draft(), 'cancel', undefined, { raw: '{' }), 400, 'malformed_json');
  });
});

describe('404', () => {
  it('a batch of somebody else stays as it is', async () => {
    const batchId = await running();
    const before = await world.read(batchId);
    const { key } = (await world.other()).key();
    await refusal(world.call(batchId, 'cancel', undefined, { key }), 404, 'not_found');
    await refusal(world.call(stranger, 'cancel'), 404, 'not_found');
    expect((await world.read(batchId)).status).toBe(before.status);
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const raw = JSON.stringify({ filler: 'x'.repeat(100_000) });
    await refusal(world.call(await world.draft(), 'cancel', undefined, { raw }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it('a batch that is being paid', async () => {
    const { detail } = await refusal(world.call(await running(), 'cancel'), 422, 'invalid_input');
    expect(detail).toBe('This batch is being paid. Pause it first.');
  });
});
