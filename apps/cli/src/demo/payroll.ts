import { createBatchFromFile } from '@tillgate/domain/batches';
import { approveBatch, requestOrder } from '@tillgate/domain/orders';
import { readTotals, workBatch } from '@tillgate/domain/sending';
import { dayMs } from './calendar.ts';
import { faultyList, paidList, staff } from './payroll-plan.ts';
import { receipt } from './plan.ts';
import { type Says, tokenOf } from './provider.ts';
import { resultCallback, wireTime } from './wire.ts';
import { type Moment, post, type World, workOff } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const paidDaysAgo = 30;
const draftHoursAgo = 3;

/**
 * Pays the payroll of last month, and leaves that of this month as a draft. Its list has faults: finance has to see them
 * before anything moves.
 */
export async function payStaff(history: World): Promise<void> {
  const world = { ...history, random: history.random.branch('payroll') };
  await paidPayroll(world);
  const at = new Date(world.now.getTime() - draftHoursAgo * hourMs);
  const moment = world.at(at, `user:${world.merchant.people.finance.userId}`);
  const { batchId } = await made(moment, {
    name: 'Payroll of this month',
    fileName: 'payroll.csv',
    source: faultyList,
  });
  await workBatch(moment, { batchId });
}

/** Makes a batch from a list whose columns are clear. */
async function made(moment: Moment, given: { name: string; fileName: string; source: string }) {
  const input = { ...given, commandId: 'SalaryPayment' as const, requestKey: `demo ${given.name}` };
  const batch = await createBatchFromFile(moment, { ...input, source: Buffer.from(given.source) });
  if ('batchId' in batch) return batch;
  throw new Error('the columns of the payroll of the demo are unclear');
}

type Paid = { token: string; ids: { originatorConversationId: string; conversationId: string } };

async function paidPayroll(world: World): Promise<void> {
  const { random, merchant } = world;
  const { finance, owner } = merchant.people;
  const at = new Date(world.now.getTime() - paidDaysAgo * dayMs);
  const asked: Paid[] = [];
  const says: Says = {
    conversation(resultUrl, originator = '') {
      const conversationId = `AG_${String(wireTime(at)).slice(0, 8)}_${random.hex(20)}`;
      const ids = { originatorConversationId: originator, conversationId };
      asked.push({ token: tokenOf(resultUrl), ids });
      return { kind: 'accepted', ...ids };
    },
  };
  const moment = world.at(at, `user:${finance.userId}`, says);
  const { batchId } = await made(moment, { name: 'Payroll of last month', fileName: 'payroll.csv', source: paidList });
  await workBatch(moment, { batchId });
  const amount = staff.reduce((sum, each) => sum + each.amount, 0);
  const input = {
    batchId,
    amount,
    acceptWarnings: true,
    sendGoodOnly: false,
    acceptSameList: false,
    ignoresFloat: true,
  };
  const requestKey = 'demo-order-payroll';
  const { orderId } = await requestOrder(moment, { kind: 'payout_batch', input, reason: 'Salaries', requestKey });
  moment.clock.advanceMs(25 * minuteMs);
  await approveBatch({ ...moment, actor: `user:${owner.userId}` }, { orderId, note: null, total: amount });
  await workOff(moment);
  for (let open = staff.length; open > 0; ) {
    await workBatch(moment, { batchId });
    moment.clock.advanceMs(random.between(2_000, 6_000));
    for (const paid of asked.splice(0)) await settle(world, moment, paid);
    const totals = await readTotals(moment.db.pool, batchId);
    open = totals.rows - totals.paid;
  }
  await workBatch(moment, { batchId });
}

async function settle({ random, merchant }: World, moment: Moment, { token, ids }: Paid): Promise<void> {
  const row = await moment.db.prisma.disbursement.findFirstOrThrow({ where: { callbackToken: token } });
  const employee = staff.find(({ phone }) => row.phone === `254${phone.slice(1)}`);
  const transactionId = receipt(random, moment.clock.now());
  merchant.balance.utility -= row.amount;
  const parameters = {
    TransactionAmount: row.amount,
    TransactionReceipt: transactionId,
    ReceiverPartyPublicName: `${row.phone} - ${employee?.told ?? ''}`,
    TransactionCompletedDateTime: moment.clock.now().toISOString().slice(0, 19).replace('T', ' '),
    B2CUtilityAccountAvailableFunds: merchant.balance.utility,
    B2CWorkingAccountAvailableFunds: merchant.balance.working,
    B2CRecipientIsRegisteredCustomer: 'Y',
    B2CChargesPaidAccountAvailableFunds: -1_540,
  };
  const result = { code: '0', description: 'The service request is processed successfully.', transactionId };
  await post(moment, { kind: 'result', token, body: resultCallback(ids, result, parameters) });
}
