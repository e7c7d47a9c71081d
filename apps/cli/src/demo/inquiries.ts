import { askAccountBalance, askTransactionStatus } from '@tillgate/domain/inquiries';
import { dayMs, daysUntil } from './calendar.ts';
import { historyDays } from './plan.ts';
import { type Says, tokenOf } from './provider.ts';
import { balances, type Conversation, resultCallback, wireTime } from './wire.ts';
import { type Moment, post, type World } from './world.ts';

const hourMs = 3_600_000;
const done = { code: '0', description: 'The service request is processed successfully.', transactionId: '0000000000' };

/** Inquires about the balance each morning, and about a transaction now and then. */
export async function ask(history: World): Promise<void> {
  const world = { ...history, random: history.random.branch('inquiries') };
  const { merchant, now, random } = world;
  // Past balances vary around today's balance.
  const { working, utility } = merchant.balance;
  const mornings = daysUntil(now, historyDays).map(
    (day) => new Date(day.getTime() + 7 * hourMs + random.between(0, hourMs)),
  );
  for (const at of [...mornings, new Date(now.getTime() - 25 * 60_000)].filter((time) => time < now)) {
    const sum = (base: number) => Math.max(2_000, Math.round(base * (1 + 0.18 * random.normal())));
    const answer = { AccountBalance: balances(sum(working), sum(utility)), BOCompletedTime: wireTime(at) };
    await put(world, at, merchant.keyActor, (moment) => askAccountBalance(moment, { identifierType: '4' }), answer);
  }
  await askAboutReceipts(world);
}

async function askAboutReceipts(world: World): Promise<void> {
  const { merchant, db, random, now } = world;
  const paid = await db.prisma.payment.findMany({
    where: { applicationId: merchant.applicationId, status: 'success', providerReceipt: { not: null } },
    select: { providerReceipt: true, amount: true, phone: true, createdAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 600,
  });
  for (const { providerReceipt, amount, phone, createdAt } of paid) {
    if (!random.chance(0.02) || providerReceipt === null) continue;
    const at = new Date(createdAt.getTime() + random.between(1, 30) * hourMs);
    if (at >= new Date(now.getTime() - dayMs / 48)) continue;
    const answer = {
      ReceiptNo: providerReceipt,
      TransactionStatus: 'Completed',
      Amount: amount,
      InitiatedTime: wireTime(createdAt),
      FinalisedTime: wireTime(new Date(createdAt.getTime() + 4_000)),
      DebitPartyName: `${phone ?? ''} - CUSTOMER`,
      CreditPartyName: `${world.account.shortcode} - DEMO SHOP`,
      TransactionReason: '',
    };
    const inquiry = { transactionId: providerReceipt, identifierType: '4' as const, remarks: 'Asked by the customer' };
    const actor = `user:${merchant.people.support.userId}`;
    await put(world, at, actor, (moment) => askTransactionStatus(moment, inquiry), answer);
  }
}

async function put(
  world: World,
  at: Date,
  actor: string,
  inquiry: (moment: Moment) => Promise<unknown>,
  answer: Record<string, string | number>,
): Promise<void> {
  const { random } = world;
  let token = '';
  const ids: Conversation = {
    originatorConversationId: `${random.between(1_000, 99_999)}-${random.between(1e7, 9e7)}-1`,
    conversationId: `AG_${String(wireTime(at)).slice(0, 8)}_${random.hex(20)}`,
  };
  const says: Says = {
    conversation(resultUrl) {
      token = tokenOf(resultUrl);
      return { kind: 'accepted', ...ids };
    },
  };
  const moment = world.at(at, actor, says);
  await inquiry(moment);
  moment.clock.advanceMs(random.between(900, 6_000));
  await post(moment, { kind: 'result', token, body: resultCallback(ids, done, answer) });
}
