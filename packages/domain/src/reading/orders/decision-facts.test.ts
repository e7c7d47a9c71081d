import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRule } from '../../guards/index.ts';
import { operator } from '../../kernel/authority.ts';
import { later } from '../../kernel/time.ts';
import { requestOrder, setPolicy } from '../../orders/index.ts';
import { newKey, ordersWorld } from '../../orders/orders.fixture.ts';
import { saveRecipient } from '../../recipients/index.ts';
import { makeDisbursements } from '../home/reports.fixture.ts';
import { getOrder } from './index.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const hourMs = 3_600_000;

it('who decides about a payout sees why it waits, the balance after it, what is left of limits, and earlier payouts', async () => {
  const office = await world.office();
  const { tenant } = office.as('owner');
  const now = office.clock.now();
  const paid = { kind: 'payout', status: 'success' } as const;
  const [newest = '', , other = ''] = await makeDisbursements({ ...office.worker, db: office.rows }, tenant, [
    { ...paid, amount: 1_000, createdAt: later(now, -2 * hourMs) },
    { ...paid, amount: 500, createdAt: later(now, -30 * 24 * hourMs) },
    // To somebody else, long ago, or not gone out.
    { ...paid, amount: 300, createdAt: later(now, -3 * hourMs) },
    { ...paid, amount: 70, createdAt: later(now, -91 * 24 * hourMs) },
    { ...paid, status: 'failed', amount: 9, createdAt: later(now, -hourMs) },
  ]);
  await office.rows.prisma.disbursement.update({ where: { id: other }, data: { phone: '254700000001' } });
  await office.rows.prisma.disbursement.update({ where: { id: newest }, data: { payeeName: 'WANJIKU DOE' } });
  await office.rows.prisma.inquiry.create({
    data: {
      ...tenant,
      id: crypto.randomUUID(),
      kind: 'account_balance',
      status: 'answered',
      identifierType: '4',
      remarks: 'x',
      ...{
        shortcode: '174379',
        callbackToken: '7'.repeat(64),
        createdAt: later(now, -hourMs),
        endedAt: later(now, -hourMs),
      },
      result: [
        {
          name: 'Utility Account',
          currency: 'KES',
          available: '7000.50',
          current: '7000.50',
          reserved: null,
          uncleared: null,
        },
      ],
    },
  });
  const policy = { payoutFrom: 2_000, perDay: 10_000, perRecipientPerDay: 3_000 };
  await setPolicy(office.as('owner'), { reversalFrom: null, ...policy });
  await saveRecipient(office.as('finance'), { name: 'Wanjiku Stores', phone: '0712345678' });
  const asked = await requestOrder(office.as('finance'), {
    ...{
      kind: 'payout',
      requestKey: newKey(),
      input: { amount: 2_500, phone: '0712345678', commandId: 'BusinessPayment' },
    },
  });
  const { orderId } = asked;
  const { facts, mayDecide } = await getOrder(office.as('owner'), { orderId });
  expect(mayDecide).toBe(true);
  expect(facts).toEqual({
    approvalFrom: 2_000,
    balance: { at: later(now, -hourMs).toISOString(), beforeCents: 700_050, afterCents: 450_050 },
    limits: [
      { limit: 'perDay', max: 10_000, left: 10_000 - 1_300 - 2_500 },
      { limit: 'perRecipientPerDay', max: 3_000, left: -500 },
    ],
    savedAs: { name: 'Wanjiku Stores', at: now.toISOString(), changed: null },
    earlier: { count: 2, amount: 1_500, lastAt: later(now, -2 * hourMs).toISOString(), name: 'WANJIKU DOE' },
    heldBy: null,
  });
  expect((await getOrder(office.as('finance'), { orderId })).facts).toBeNull();
  expect((await getOrder(office.as('support'), { orderId })).facts).toBeNull();
});

it.each([
  ['new_payee', { from: 1_000 }, { kind: 'new_payee', from: 1_000 }],
  ['same_payout_soon', { hours: 2 }, { kind: 'same_payout_soon', hours: 2 }],
] as const)('who decides sees that the rule %s holds it', async (kind, settings, heldBy) => {
  const office = await world.office();
  const { tenant, ...owner } = office.as('owner');
  const ops = { ...owner, db: office.rows, actor: 'operator', authority: operator };
  await addRule(ops, { ...tenant, kind, mode: 'hold', settings });
  const paid = {
    kind: 'payout',
    status: 'pending',
    amount: 2_500,
    createdAt: later(office.clock.now(), -hourMs),
  } as const;
  await makeDisbursements({ ...office.worker, db: office.rows }, tenant, [paid]);
  const input = { amount: 2_500, phone: '0712345678', commandId: 'BusinessPayment' };
  const asked = await requestOrder(office.as('finance'), { kind: 'payout', requestKey: newKey(), input });
  expect(asked.status).toBe('awaiting_approval');
  const { facts } = await getOrder(office.as('owner'), asked);
  expect(facts).toMatchObject({ approvalFrom: null, heldBy, earlier: { count: 0, name: null } });
});
