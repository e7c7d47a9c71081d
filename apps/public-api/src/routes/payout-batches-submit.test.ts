import { setPolicy } from '@tillgate/domain/orders';
import { describe, expect, it } from 'vitest';
import { malformed, refusal } from './money-out.fixture.ts';
import { batchWorld, people, stranger } from './payout-batches.fixture.ts';

const world = batchWorld();
const all = { acceptWarnings: true, sendGoodOnly: true };

describe('200', () => {
  it('approves a batch whose rows are all good', async () => {
    const batchId = await world.draft();
    const { status, body } = await world.submit(batchId, { acceptWarnings: false });
    expect([status, body]).toMatchObject([200, { batchId, status: 'approved' }]);
    expect(body.requestedBy).toMatch(/^key:/);
  });

  it('leaves refused rows out where it is asked to', async () => {
    const batchId = await world.draft([...people(1), { phone: '0712', amount: 5 }]);
    const { body } = await world.submit(batchId, all);
    expect(body).toMatchObject({ status: 'approved', amount: 1_000, counts: { good: 1, refused: 1 } });
  });
});

describe('400', () => {
  it.each(malformed)('%s is malformed', async (_what, sent) => {
    await refusal(world.submit(await world.draft(), undefined, sent), 400, 'malformed_json');
  });
});

describe('403', () => {
  it('a sum that needs a person, and the draft stays', async () => {
    const { applicationId, as, key } = await world.other();
    await setPolicy({ ...as('sandbox'), actor: 'operator', authority: { of: 'operator' } }, { apiApprovalFrom: 2_001 });
    const sent = { key: key().key };
    const batchId = await world.draft(people(2), {}, sent);
    const { detail } = await refusal(world.submit(batchId, all, sent), 403, 'approval_required');
    expect(detail).toContain('KES 2,001');
    const row = await world.api.ctx.db.prisma.payoutBatch.findUniqueOrThrow({ where: { id: batchId } });
    expect([row.applicationId, row.status]).toEqual([applicationId, 'draft']);
  });
});

describe('404', () => {
  it('a batch of somebody else', async () => {
    const batchId = await world.draft();
    await refusal(world.submit(batchId, all, { key: (await world.other()).key().key }), 404, 'not_found');
    await refusal(world.submit(stranger), 404, 'not_found');
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const batchId = await world.draft();
    await refusal(world.submit(batchId, { ...all, filler: 'x'.repeat(100_000) }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it.each<[string, object[], object, string[]]>([
    ['no word about warnings', people(1), {}, ['acceptWarnings']],
    ['a word that is none', people(1), { acceptWarnings: 'yes' }, ['acceptWarnings']],
    ['refused rows', [...people(1), { phone: '1' }], { acceptWarnings: true }, ['sendGoodOnly']],
    ['nobody to pay', [{ phone: '1' }], all, ['sendGoodOnly']],
    ['the same payout twice', [...people(1), ...people(1)], { acceptWarnings: false }, ['acceptWarnings']],
  ])('%s', async (_what, rows, body, paths) => {
    const sent = { key: (await world.other()).key().key };
    const batchId = await world.draft(rows, {}, sent);
    const { issues } = await refusal(world.submit(batchId, body, sent), 422, 'invalid_input');
    expect(issues?.map(({ path }) => path)).toEqual(paths);
  });

  it('the same list again', async () => {
    const sent = { key: (await world.other()).key().key };
    const first = await world.draft(people(2), {}, sent);
    expect((await world.submit(first, all, sent)).status).toBe(200);
    const second = await world.draft(people(2), {}, sent);
    const { issues } = await refusal(world.submit(second, { acceptWarnings: false }, sent), 422, 'invalid_input');
    expect(issues?.map(({ name }) => name)).toContain('sameList');
  });

  it('a batch that is no draft any more', async () => {
    const batchId = await world.draft();
    await world.submit(batchId);
    const { detail } = await refusal(world.submit(batchId), 422, 'invalid_input');
    expect(detail).toBe('This batch is approved. Only a draft can be sent off.');
  });
});
