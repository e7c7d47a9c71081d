import type { Facts, Rule, Violation } from './facts.ts';
import * as link from './link-rules.ts';
import * as money from './money-rules.ts';
import * as record from './record-rules.ts';
import * as work from './work-rules.ts';

/** By the name that a violation is printed under. */
export const rules: Record<string, Rule> = {
  'one push per key': money.onePushPerKey,
  'one payout per key': money.onePayoutPerKey,
  'one live refund per receipt': money.oneLiveRefund,
  'payments are as the provider says': money.paymentsAreTrue,
  'offline payments are as the provider says': money.offlineIsTrue,
  'payouts and refunds are as the provider says': money.disbursementsAreTrue,
  'one receipt, one payment': money.oneReceiptOnePayment,
  'one answer per key': money.oneAnswerPerKey,
  'limits hold': record.limitsHold,
  'two persons': record.twoPersons,
  'one move per order': record.oneMovePerOrder,
  'reports count what is recorded': record.totalsAreTrue,
  'people look at contradictions': record.contradictionsAreReviewed,
  'people look at other amounts': record.differencesAreReviewed,
  'credits are successes': link.creditsAreSuccesses,
  'links add up': link.linksAddUp,
  'nothing sent is true': link.nothingSentIsTrue,
  'settled once': record.settledOnce,
  'one body per id': record.oneBodyPerId,
  'every event arrives': work.everyEventArrives,
  'one id per event': work.oneIdPerEvent,
  'webhooks are authentic': work.webhooksAreAuthentic,
  'webhooks say what is recorded': work.webhooksAreTrue,
  'everything has a next action': work.everythingHasANextAction,
  'nothing is unknown without a reason': work.unknownHasAReason,
};

/** Compares what the provider did with what the product recorded and the merchants saw. Pure. */
export function judge(facts: Facts): Violation[] {
  return Object.entries(rules).flatMap(([rule, find]) => find(facts).map((found) => ({ rule, ...found })));
}
