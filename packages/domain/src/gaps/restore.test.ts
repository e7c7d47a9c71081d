import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payOut, payoutSchema, reverse } from '../disbursements/index.ts';
import { createTurns, fingerprintOf, type KeyJournal } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import { approveOrder } from '../orders/approve-order.ts';
import { executeOrder } from '../orders/execute-order.ts';
import {
  disbursementsOf,
  newKey,
  type Office,
  orderOf,
  ordersWorld,
  payout,
  refusalOf,
} from '../orders/orders.fixture.ts';
import { requestOrder } from '../orders/request-order.ts';
import { setPolicy } from '../orders/set-policy.ts';
import { resumeBatch, submitBatch, workBatch } from '../sending/index.ts';
import { batchOf, draft, people, statesOf, tellBalance, useDesks, work } from '../sending/sending.fixture.ts';
import { keyRefusal } from './gap.ts';
import { changeGap, closeGap, findLastGap, listGaps, openGap, readKeysBack } from './index.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());
const desk = useDesks();

/** The operator works with all rights. */
const rootOf = ({ worker, rows }: Pick<Office, 'worker' | 'rows'>) => ({
  ...worker,
  db: rows,
  actor: 'operator',
  authority: operator,
});
type Root = ReturnType<typeof rootOf>;

/** Opens a gap that began a minute ago, and closes it at the end of `use`. */
async function withinGap<T>(root: Root, use: () => Promise<T>, apis = 0): Promise<T> {
  await openGap(root, { since: ago(root, 60), reason: 'The disk failed.', apis });
  try {
    return await use();
  } finally {
    await closeGap(root, { note: 'All is in order.' });
  }
}
const ago = (root: Root, seconds: number) => new Date(root.clock.now().getTime() - seconds * 1_000);
const input = payoutSchema.parse({ ...payout, amount: 10 });
const keyed = (key: string = newKey()) => ({ key, fingerprint: fingerprintOf(input) });
function callerOf(office: Office) {
  const tenant = { applicationId: office.merchant.applicationId, environment: 'sandbox' as const };
  return { ...office.worker, turns: createTurns(), tenant, actor: 'key:1', authority: operator };
}

describe('while a gap is open', () => {
  it('no money leaves, nothing uses the key up, and it leaves under that key after the gap', async () => {
    const office = await world.office();
    const [root, caller, key] = [rootOf(office), callerOf(office), keyed()];
    const stopped = { code: 'unavailable', detail: expect.stringContaining('restored') };
    await withinGap(root, async () => {
      expect(await refusalOf(payOut(caller, input, key))).toMatchObject(stopped);
      const receipt = { transactionId: 'TKH0000001', amount: 10 };
      expect(await refusalOf(reverse(caller, receipt, keyed()))).toMatchObject(stopped);
      expect(await disbursementsOf(office)).toEqual([]);
    });
    expect((await payOut(caller, input, key)).replayed).toBe(false);
  });

  it('what was done before is repeated as it was', async () => {
    const office = await world.office();
    const [caller, key] = [callerOf(office), keyed()];
    const first = await payOut(caller, input, key);
    await withinGap(rootOf(office), async () => {
      expect(await payOut(caller, input, key)).toEqual({ outcome: first.outcome, replayed: true });
    });
  });

  it('another one is refused, and only the operator opens and closes it', async () => {
    const office = await world.office();
    const root = rootOf(office);
    const gap = { since: ago(root, 1), reason: 'x', apis: 0 };
    await withinGap(root, async () => {
      expect(await refusalOf(openGap(root, gap))).toMatchObject({ code: 'invalid_input' });
    });
    expect(await refusalOf(closeGap(root, { note: 'x' }))).toMatchObject({ code: 'invalid_input' });
    expect(await refusalOf(openGap(root, { ...gap, since: ago(root, -60) }))).toMatchObject({ code: 'invalid_input' });
    expect(await refusalOf(openGap(office.as('owner'), gap))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(closeGap(office.as('owner'), { note: 'x' }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(listGaps(office.as('owner')))).toMatchObject({ code: 'forbidden' });
    const [last] = await listGaps(root);
    expect(last).toMatchObject({ reason: 'The disk failed.', openedBy: 'operator', closingNote: 'All is in order.' });
  });
});

describe('what waited when the database was restored', () => {
  const again = { code: 'invalid_input', detail: expect.stringContaining('ask again') };

  it('is not carried out, neither in the gap nor after it', async () => {
    const office = await world.office();
    const root = rootOf(office);
    const ask = () => requestOrder(office.as('owner'), { kind: 'payout', input: payout, requestKey: newKey() });
    const [during, after] = [await ask(), await ask()];
    await withinGap(root, () => executeOrder(office.worker, { orderId: during.orderId }));
    await executeOrder(office.worker, { orderId: after.orderId });
    for (const { orderId } of [during, after]) {
      expect((await orderOf(office, orderId)).outcome).toMatchObject({ ok: false, code: 'invalid_input' });
    }
    expect(await disbursementsOf(office)).toEqual([]);
    office.clock.advance(1);
    const { orderId } = await ask();
    await executeOrder(office.worker, { orderId });
    expect((await orderOf(office, orderId)).outcome).toMatchObject({ ok: true });
  });

  it('is not approved any more, but can be rejected', async () => {
    const office = await world.office();
    await setPolicy({ ...office.as('owner'), actor: 'operator' }, { payoutFrom: 1 });
    const { orderId } = await requestOrder(office.as('owner'), { kind: 'payout', input: payout, requestKey: newKey() });
    await withinGap(rootOf(office), async () => {});
    expect(await refusalOf(approveOrder(office.as('finance'), { orderId }))).toMatchObject(again);
  });

  it('a batch pauses before its next row, and is neither resumed nor sent off', async () => {
    const at = await desk();
    const root = rootOf(at);
    const [running, waiting] = [await draft(at, at.key, people(3)), await draft(at, at.key, people(2, 50))];
    const accepted = { sendGoodOnly: true, acceptWarnings: true };
    await submitBatch(at.key, { batchId: running, ...accepted });
    await withinGap(root, () => workBatch(at.worker, { batchId: running }));
    const batch = () => at.rows.prisma.payoutBatch.findUniqueOrThrow({ where: { id: running } });
    expect(await batch()).toMatchObject({ status: 'paused', pausedBecause: 'gap' });
    expect(await refusalOf(resumeBatch(at.key, { batchId: running }))).toMatchObject(again);
    expect(await refusalOf(submitBatch(at.key, { batchId: waiting, ...accepted }))).toMatchObject(again);
    expect(await at.rows.prisma.disbursement.count({ where: at.key.tenant })).toBe(0);
  });
});

describe('a batch that was made while a gap is open', () => {
  it('is sent off after the gap, and until then the answer says why not', async () => {
    const at = await desk();
    const root = rootOf(at);
    const stopped = { code: 'unavailable', detail: expect.stringContaining('was restored to') };
    const accepted = { sendGoodOnly: true, acceptWarnings: true };
    const batchId = await withinGap(root, async () => {
      at.clock.advance(1);
      const made = await draft(at, at.key, people(2));
      expect(await refusalOf(submitBatch(at.key, { batchId: made, ...accepted }))).toMatchObject(stopped);
      return made;
    });
    await submitBatch(at.key, { batchId, ...accepted });
    tellBalance(at, '10000.00');
    await work(at, batchId);
    expect(await batchOf(at, batchId)).toMatchObject({ status: 'running', pausedBecause: null });
    expect(await statesOf(at, batchId)).toContain('handed');
  });
});

describe('keys that were used in the gap', () => {
  const at = (root: Root, seconds: number) => ago(root, -seconds);
  /** A journal that holds these keys. */
  const journalOf = (keys: object[], heldSince: Date) => ({
    journal: newKey(),
    heldSince,
    async *read() {
      yield keys as never[];
    },
  });

  it('are refused for ever once they are read back, as indeterminate, and others are not', async () => {
    const office = await world.office();
    const [root, caller] = [rootOf(office), callerOf(office)];
    const [lost, known, fresh] = [keyed('gap-1'), keyed('before-1'), keyed('new-1')];
    await payOut(caller, input, known);
    const noted = [lost, known].map((each) => ({ ...caller.tenant, endpoint: 'payout', ...each, at: ago(root, 30) }));
    const unknown = { ...noted[0], applicationId: newKey(), key: 'of an application that is gone' };
    const gone = await withinGap(
      root,
      async () => {
        const gap = await findLastGap(root.db.pool);
        if (!gap) throw new Error('No gap is open.');
        expect(keyRefusal(gap)).toMatchObject({ code: 'unavailable' });
        const journal = journalOf([...noted, ...noted, unknown], ago(root, 3_600));
        const counts = [await readKeysBack(root, gap, journal), await readKeysBack(root, gap, journal)];
        expect(keyRefusal(await findLastGap(root.db.pool))).toBeUndefined();
        return counts;
      },
      1,
    );
    expect(gone).toEqual([1, undefined]);
    for (let time = 0; time < 2; time += 1) {
      expect(await refusalOf(payOut(caller, input, lost))).toMatchObject({
        code: 'idempotency_indeterminate',
        detail: expect.stringContaining('before the database was restored'),
      });
    }
    expect((await payOut(caller, input, known)).replayed).toBe(true);
    expect((await payOut(caller, input, fresh)).replayed).toBe(false);
  });

  it('are not waited for once the operator says that the disks are lost, and no money leaves meanwhile', async () => {
    const office = await world.office();
    const root = rootOf(office);
    const change = { apis: 0, note: 'The disks of the APIs are lost.' };
    await withinGap(
      root,
      async () => {
        expect(await refusalOf(changeGap(office.as('owner'), change))).toMatchObject({ code: 'forbidden' });
        expect(await refusalOf(changeGap(root, { ...change, apis: -1 }))).toMatchObject({ code: 'invalid_input' });
        expect(keyRefusal(await findLastGap(root.db.pool))).toMatchObject({ code: 'unavailable' });
        await changeGap(root, change);
        expect(keyRefusal(await findLastGap(root.db.pool))).toBeUndefined();
        expect(await refusalOf(payOut(callerOf(office), input, keyed()))).toMatchObject({ code: 'unavailable' });
      },
      2,
    );
    expect(await refusalOf(changeGap(root, change))).toMatchObject({ code: 'invalid_input' });
    const where = { action: 'gap.changed' };
    const [entry] = await root.db.prisma.auditEntry.findMany({ where, orderBy: { id: 'desc' } });
    expect(entry?.detail).toEqual({ ...change, before: 2 });
  });

  it('of a journal that began after the moment do not stand for all', async () => {
    const office = await world.office();
    const root = rootOf(office);
    await withinGap(
      root,
      async () => {
        const gap = await findLastGap(root.db.pool);
        if (!gap) throw new Error('No gap is open.');
        await readKeysBack(root, gap, journalOf([], at(root, -59)));
        expect(keyRefusal(await findLastGap(root.db.pool))).toMatchObject({ code: 'unavailable' });
        await readKeysBack(root, gap, journalOf([], at(root, -60)));
        expect(keyRefusal(await findLastGap(root.db.pool))).toBeUndefined();
      },
      1,
    );
  });

  it('are noted before anything is sent, and only when they are new', async () => {
    const office = await world.office();
    const noted: string[] = [];
    const keyJournal: KeyJournal = {
      note: ({ key }) => void noted.push(`${key} ${office.worker.provider.payouts.calls.length}`),
      demandComplete: async () => {},
    };
    const caller = { ...callerOf(office), keyJournal };
    const key = keyed('one');
    await payOut(caller, input, key);
    await payOut(caller, input, key);
    expect(noted).toEqual(['one 0']);
  });
});
