import { DomainError } from '@tillgate/domain';
import { payOut } from '@tillgate/domain/disbursements';
import { createTurns, fingerprintOf } from '@tillgate/domain/idempotency';
import { approveOrder, rejectOrder, requestOrder, setPolicy } from '@tillgate/domain/orders';
import { dayMs, daysUntil, momentOf } from './calendar.ts';
import { payoutFailures } from './outcomes.ts';
import { historyDays, phone, planSuppliers, policy, receipt } from './plan.ts';
import { type Says, tokenOf } from './provider.ts';
import { saveRecipients } from './recipients.ts';
import { type Conversation, resultCallback, wireTime } from './wire.ts';
import { type Moment, post, type World, workOff } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const policyDaysAgo = 55;
const resolutionDaysAgo = 54;

type Step = { at: Date; run: () => Promise<void> };

/** Creates the money out of the history: daily rider pay over the API, and requests with approvals by people. */
export async function payOutAndBack(history: World): Promise<void> {
  const world = { ...history, random: history.random.branch('money out') };
  const { people } = world.merchant;
  const policyAt = new Date(world.now.getTime() - policyDaysAgo * dayMs);
  const { resolutionFrom, ...tighter } = policy;
  await setPolicy(world.at(policyAt, `user:${people.owner.userId}`), tighter);
  await loosen(world, { resolutionFrom });
  const { landlord } = await saveRecipients(world);
  const waiting = waitingOf(world, landlord);
  const steps = [...ridersOf(world), ...suppliersOf(world), ...(await refundsOf(world)), ...waiting];
  const past = steps.filter(({ at }) => at < world.now).sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const step of past) await step.run();
}

/** Allows more than before, which another person has to approve. */
async function loosen(world: World, change: { resolutionFrom: number }): Promise<void> {
  const { owner, admin } = world.merchant.people;
  const moment = world.at(new Date(world.now.getTime() - resolutionDaysAgo * dayMs), `user:${owner.userId}`);
  const answer = await setPolicy(moment, change);
  if (answer.status !== 'waiting') throw new Error('the change of the policy did not wait');
  moment.clock.advanceMs(37 * minuteMs);
  await approveOrder({ ...moment, actor: `user:${admin.userId}` }, { orderId: answer.orderId, note: null });
  await workOff(moment);
}

/** One exchange with the provider: the acceptance and the later result. */
function conversation(world: World, at: Date) {
  const { random } = world;
  const ids: Conversation = { originatorConversationId: '', conversationId: '' };
  let token = '';
  let moment: Moment | undefined;
  const says: Says = {
    conversation(resultUrl, originator) {
      token = tokenOf(resultUrl);
      moment?.clock.advanceMs(random.between(400, 1_600));
      ids.originatorConversationId = originator ?? `${random.between(1_000, 99_999)}-${random.between(1e7, 9e7)}-1`;
      ids.conversationId = `AG_${String(wireTime(at)).slice(0, 8)}_${random.hex(20)}`;
      return { kind: 'accepted', ...ids };
    },
  };
  return {
    says,
    ids,
    starts: (started: Moment) => {
      moment = started;
    },
    async ends(
      result: { code: string; description: string; transactionId: string },
      parameters?: Record<string, string | number>,
    ) {
      if (!moment || token === '') return;
      moment.clock.advanceMs(random.between(1_500, 9_000));
      if (moment.clock.now() >= world.now) return;
      await post(moment, { kind: 'result', token, body: resultCallback(ids, result, parameters) });
    },
  };
}

type Talk = ReturnType<typeof conversation>;

async function endPayout(world: World, talk: Talk, at: Date, { amount, to }: { amount: number; to: string }) {
  const { random, merchant } = world;
  const transactionId = receipt(random, at);
  if (random.chance(0.09)) return talk.ends({ ...random.weighted(payoutFailures), transactionId });
  merchant.balance.utility -= amount;
  await talk.ends(
    { code: '0', description: 'The service request is processed successfully.', transactionId },
    {
      TransactionAmount: amount,
      TransactionReceipt: transactionId,
      ReceiverPartyPublicName: `${to} - RIDER`,
      TransactionCompletedDateTime: new Date(at.getTime() + 3 * hourMs).toISOString().slice(0, 19).replace('T', ' '),
      B2CUtilityAccountAvailableFunds: merchant.balance.utility,
      B2CWorkingAccountAvailableFunds: merchant.balance.working,
      B2CRecipientIsRegisteredCustomer: 'Y',
      B2CChargesPaidAccountAvailableFunds: -1_540,
    },
  );
}

/** Pays the riders over the API in the evening. */
function ridersOf(world: World): Step[] {
  const { random, now } = world;
  const riders = Array.from({ length: 5 }, () => phone(random));
  return daysUntil(now, historyDays).flatMap((day) =>
    riders.flatMap((to) => {
      if (!random.chance(0.42)) return [];
      const at = new Date(day.getTime() + 20 * hourMs + random.between(0, 40 * minuteMs));
      const amount = random.between(8, 46) * 50;
      const run = async () => {
        const talk = conversation(world, at);
        const moment = world.at(at, world.merchant.keyActor, talk.says);
        talk.starts(moment);
        const input = { amount, phone: to, commandId: 'BusinessPayment' as const, remarks: 'Rider pay' };
        const key = `rider-${day.toISOString().slice(0, 10)}-${to.slice(-4)}`;
        await payOut({ ...moment, turns: createTurns() }, input, { key, fingerprint: fingerprintOf(input) });
        await endPayout(world, talk, at, { amount, to });
      };
      return [{ at, run }];
    }),
  );
}

type PayoutRequest = { kind: 'payout' | 'reversal'; input: object; reason: string; at: Date; key: string };

/** Requests a payout in the dashboard. Large amounts wait for the owner, who sometimes rejects them. */
async function order(
  world: World,
  request: PayoutRequest,
  ends: (talk: Talk, moment: Moment) => Promise<void>,
  verdict: 'approve' | 'reject' | 'wait',
) {
  const { merchant, random } = world;
  const talk = conversation(world, request.at);
  const moment = world.at(request.at, `user:${merchant.people.finance.userId}`, talk.says);
  talk.starts(moment);
  const { kind, input, reason } = request;
  const { orderId, status } = await requestOrder(moment, {
    kind,
    input,
    reason,
    requestKey: `demo-order-${request.key}`,
  });
  if (status === 'awaiting_approval') {
    if (verdict === 'wait') return workOff(moment);
    await workOff(moment);
    moment.clock.advanceMs(random.between(4, 170) * minuteMs);
    if (moment.clock.now() >= world.now) return;
    const owner = { ...moment, actor: `user:${merchant.people.owner.userId}` };
    if (verdict === 'reject') return void (await rejectOrder(owner, { orderId, note: 'Not without an invoice.' }));
    await approveOrder(owner, { orderId, note: null });
  }
  await workOff(moment);
  await ends(talk, moment);
}

/** Pays suppliers and wages: larger amounts, a few times a week, requested by finance. */
function suppliersOf(world: World): Step[] {
  return planSuppliers(world.random, world.now).map(({ at, amount, to, key, verdict }) => {
    const input = { amount, phone: to, commandId: 'BusinessPayment', remarks: 'Supplier' };
    const request = { kind: 'payout' as const, input, reason: 'Supplier invoice', at, key };
    return { at, run: () => order(world, request, (talk) => endPayout(world, talk, at, { amount, to }), verdict) };
  });
}

/** Refunds customers who returned goods. */
async function refundsOf(world: World): Promise<Step[]> {
  const { random, merchant, db } = world;
  const paid = await db.prisma.payment.findMany({
    where: { applicationId: merchant.applicationId, status: 'success', source: 'stk', providerReceipt: { not: null } },
    select: { providerReceipt: true, amount: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return paid.flatMap(({ providerReceipt, amount, createdAt }, index) => {
    if (!random.chance(0.011) || providerReceipt === null) return [];
    const at = momentOf(random, new Date(Math.floor(createdAt.getTime() / dayMs) * dayMs + dayMs - 3 * hourMs));
    const input = { transactionId: providerReceipt, amount, remarks: 'Goods returned' };
    const request = { kind: 'reversal' as const, input, reason: 'Goods returned', at, key: `refund-${index}` };
    const ends = async (talk: Talk) => {
      const transactionId = receipt(random, at);
      if (random.chance(0.12)) {
        return talk.ends({ code: 'R000001', description: 'The transaction has already been reversed.', transactionId });
      }
      merchant.balance.working -= amount;
      await talk.ends(
        { code: '0', description: 'The service request is processed successfully.', transactionId },
        {
          DebitAccountBalance: `Utility Account|KES|${merchant.balance.utility}.00|0.00|0.00|0.00`,
          Amount: amount,
          OriginalTransactionID: providerReceipt,
        },
      );
    };
    return [{ at, run: () => order(world, request, ends, 'approve').catch(ignoreRefusal) }];
  });
}

/** Fails the refund, for example because the payment is no longer reversible. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** Creates the requests that wait for the owner right now. */
function waitingOf(world: World, landlord: string): Step[] {
  const { random, now } = world;
  return [
    { hours: 2, amount: 42_000, reason: 'Rent of the Karen branch', to: landlord },
    { hours: 5, amount: 26_500, reason: 'Fridge repair', to: phone(random) },
  ].map(({ hours, amount, reason, to }) => {
    const at = new Date(now.getTime() - hours * hourMs);
    const input = { amount, phone: to, commandId: 'BusinessPayment', remarks: reason };
    const request = { kind: 'payout' as const, input, reason, at, key: `waiting-${hours}` };
    return { at, run: () => order(world, request, async () => {}, 'wait') };
  });
}
