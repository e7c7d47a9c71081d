import { sweepBatches, workBatch } from '@tillgate/domain/sending';
import { expect } from 'vitest';
import { batchSchema } from './batch-views.ts';
import { moneyOutWorld, type Sent } from './money-out.fixture.ts';

/** An id that no row has. */
export const stranger = '01a1f774-020b-731b-b1d4-5c4f9e2105cf';

/** {@link moneyOutWorld} with batches of its merchant. Call it outside of hooks and tests. */
export function batchWorld() {
  const world = moneyOutWorld();
  const worker = () => ({ ...world.api.deps.context, db: world.api.ctx.db, pace: async () => {} });
  const post = (body: unknown, sent: Sent = {}) => world.send('/payout-batches', body, { method: 'POST', ...sent });
  const call = (id: string, verb: string, body: unknown = undefined, sent: Sent = {}) =>
    world.send(`/payout-batches/${id}/${verb}`, body, {
      method: 'POST',
      ...(body === undefined && { raw: '' }),
      ...sent,
    });
  const read = async (id: string) => batchSchema.parse((await world.send(`/payout-batches/${id}`)).body);
  return Object.assign(world, {
    post,
    call,
    read,
    /** Makes a batch and has it checked. */
    async draft(rows: object[] = people(2), given: object = {}, sent: Sent = {}): Promise<string> {
      const answer = await post({ name: 'Payroll', rows, ...given }, sent);
      expect(answer.status, answer.text).toBe(202);
      await workBatch(worker(), answer.body);
      return answer.body.batchId;
    },
    submit: (id: string, body: unknown = { acceptWarnings: true, sendGoodOnly: true }, sent: Sent = {}) =>
      call(id, 'submit', body, sent),
    /** Starts an approved batch without asking for its balance, and pays its first row. */
    async start(id: string): Promise<void> {
      await world.api.ctx.db.prisma.payoutBatch.update({ where: { id }, data: { ignoresFloat: true } });
      await workBatch(worker(), { batchId: id });
      await workBatch(worker(), { batchId: id });
    },
    /** Pays a batch until it has ended. */
    async pay(id: string): Promise<void> {
      await world.api.ctx.db.prisma.payoutBatch.update({ where: { id }, data: { ignoresFloat: true } });
      const { payoutBatchRow } = world.api.ctx.db.prisma;
      await expect
        .poll(async () => {
          await workBatch(worker(), { batchId: id });
          const handed = await payoutBatchRow.findMany({ where: { batchId: id, state: 'handed' } });
          for (const { disbursementId } of handed) await world.settle(disbursementId ?? '');
          await sweepBatches(worker());
          return (await read(id)).status;
        })
        .toBe('ended');
    },
  });
}

/** Rows to different phones. */
export const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ phone: `07123457${String(n).padStart(2, '0')}`, amount: 1_000 + n }));
