import { readProviderList } from '../e2e/support/provider-list.ts';
import type { Ledger, OfflineMoney, TakenDisbursement, TakenPrompt } from './facts.ts';
import { type Collection, promptOf, refundsOf } from './second-network.ts';
import { keptMax, type World } from './world.ts';

type Outcome = { resultCode: number | string; receipt: string | null; settledAmount?: number | null };
type Prompt = { checkoutRequestId: string; accountReference: string; amount: number; outcome: Outcome | null };
type Conversation = {
  originatorConversationId: string;
  transactionId: string | null;
  remarks: string | null;
  amount: number | null;
  state: 'waiting' | 'settled' | 'not_executed';
  outcome: Outcome | null;
};
type Offline = { transactionId: string; amount: number; state: string };

/** Reads a whole list of the provider. It fails when rows may have been dropped. */
async function list<Row>(world: World, path: string, name: string): Promise<Row[]> {
  const rows = await readProviderList<Row>(world.providerUrl, path, name);
  if (rows.length >= keptMax) throw new Error(`the provider keeps only ${keptMax} ${name}: torture for less long`);
  return rows;
}

const disbursement = (one: Conversation, reference: string): TakenDisbursement => ({
  id: one.originatorConversationId,
  reference,
  amount: one.amount,
  state: one.outcome === null ? 'waiting' : String(one.outcome.resultCode) === '0' ? 'success' : 'failed',
  receipt: one.outcome?.receipt ?? null,
});

/** The provider's own account of what it took, and what reached us of it. */
export async function readLedger(world: World): Promise<Ledger> {
  const { reported } = world.hooks;
  const [prompts, payouts, refunds, offline, collections] = await Promise.all([
    Promise.all(
      world.shops.map((shop) => list<Prompt>(world, `/admin/prompts?shortcode=${shop.shortcode}`, 'prompts')),
    ),
    list<Conversation>(world, '/admin/payouts', 'payouts'),
    list<Conversation>(world, '/admin/reversals', 'reversals'),
    list<Offline>(world, '/admin/c2b/payments', 'payments'),
    list<Collection>(world, '/admin/airtel/collections', 'collections'),
  ]);
  return {
    prompts: [
      ...prompts.flat().map(
        ({ checkoutRequestId: id, accountReference: reference, amount, outcome }): TakenPrompt => ({
          id,
          reference,
          amount: outcome?.settledAmount ?? amount,
          resultCode: outcome === null ? null : String(outcome.resultCode),
          receipt: outcome?.receipt ?? null,
          isReported: reported.has(id),
        }),
      ),
      ...collections.map((collection) => promptOf(collection, reported)),
    ],
    payouts: payouts.map((one) => disbursement(one, one.remarks ?? '')),
    refunds: [...refunds.map((one) => disbursement(one, one.transactionId ?? '')), ...collections.flatMap(refundsOf)],
    offline: offline
      .filter(({ state }) => state === 'completed')
      .map(
        ({ transactionId, amount }): OfflineMoney => ({
          receipt: transactionId,
          amount,
          isReported: reported.has(transactionId),
        }),
      ),
    attempts: world.provider.attempts,
    disturbed: world.provider.disturbed,
  };
}
