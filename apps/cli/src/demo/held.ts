import { setC2bRules } from '@tillgate/domain/c2b';
import { applyCallback } from '@tillgate/domain/callbacks';
import { decideHeld } from '@tillgate/domain/orders';
import { dayMs } from './calendar.ts';
import { phone, receipt } from './plan.ts';
import { type Says, tokenOf } from './provider.ts';
import { type Conversation, offlineConfirmation, resultCallback, wireTime } from './wire.ts';
import { post, type World } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const rulesDaysAgo = 20;
/** Above every offline payment of the plan, so that the rule holds none of them. */
const verifyFrom = 70_000;
const amount = 86_000;
const heldHoursAgo = 6;

/**
 * Holds a large confirmation that the provider says is not money. Finance asks to record it as that, and the owner has to
 * agree.
 */
export async function holdConfirmation(history: World): Promise<void> {
  const world = { ...history, random: history.random.branch('held') };
  const { random, merchant, now, account } = world;
  const { applicationId, people } = merchant;
  const rulesAt = new Date(now.getTime() - rulesDaysAgo * dayMs);
  await setC2bRules(world.at(rulesAt, `user:${people.owner.userId}`), {
    applicationId,
    environment: 'sandbox',
    verifyFrom,
  });
  const at = new Date(now.getTime() - heldHoursAgo * hourMs);
  const payment = {
    receipt: receipt(random, at),
    at,
    amount,
    cents: 0,
    reference: 'KAREN BRANCH',
    phone: phone(random),
  };
  const ids: Conversation = {
    originatorConversationId: `${random.between(1_000, 99_999)}-${random.between(1e7, 9e7)}-1`,
    conversationId: `AG_${String(wireTime(at)).slice(0, 8)}_${random.hex(20)}`,
  };
  let resultToken = '';
  const says: Says = {
    conversation(resultUrl) {
      resultToken = tokenOf(resultUrl);
      return { kind: 'accepted', ...ids };
    },
  };
  const moment = world.at(at, 'system', says);
  const body = offlineConfirmation({ ...payment, shortcode: account.shortcode });
  await post(moment, { kind: 'c2b_confirmation', token: merchant.hookToken, body });
  moment.clock.advanceMs(random.between(2_000, 6_000));
  const done = {
    code: '0',
    description: 'The service request is processed successfully.',
    transactionId: '0000000000',
  };
  const answer = {
    ReceiptNo: payment.receipt,
    TransactionStatus: 'Cancelled',
    Amount: amount,
    InitiatedTime: wireTime(at),
    DebitPartyName: `${payment.phone} - CUSTOMER`,
    CreditPartyName: `${account.shortcode} - DEMO SHOP`,
    TransactionReason: '',
  };
  await post(moment, { kind: 'result', token: resultToken, body: resultCallback(ids, done, answer) });
  const { callbackId } = await world.db.prisma.heldConfirmation.findFirstOrThrow({ where: { applicationId } });
  await applyCallback(moment, callbackId);
  moment.clock.advanceMs(random.between(20, 60) * minuteMs);
  const note = 'M-PESA says it was cancelled, and it is not on the statement.';
  await decideHeld({ ...moment, actor: `user:${people.finance.userId}` }, { callbackId, to: 'not_money', note });
}
