import { answerLater } from '../answer-later.ts';
import type { HandsetAnswer, RailHandset } from '../handset-prompt.ts';
import type { Simulation } from '../simulation.ts';
import type { CollectionFields } from './collection-fields.ts';
import type { Collection } from './collections.ts';
import { paidMessage } from './notice.ts';
import { type CollectionResultName, collectionResults } from './results.ts';
import type { CollectionScenario } from './scenario.ts';
import { sendNotices } from './send-notices.ts';

/** What the answers of a person mean on this rail. */
const results: Record<HandsetAnswer, CollectionResultName> = {
  approve: 'paid',
  wrong_pin: 'wrong_pin',
  insufficient_funds: 'no_money',
  cancel: 'declined',
  ignore: 'expired',
  timeout: 'timed_out',
};

const countryCode = '254';

/** The number as other rails write it: with the country code. */
export const phoneOf = (msisdn: string): string => `${countryCode}${msisdn}`;

/** Puts a collection on the handset without answering it. */
export const openCollection = (
  { airtel, now }: Simulation,
  clientId: string,
  fields: CollectionFields,
  scenario: CollectionScenario,
): Collection => {
  const collection: Collection = {
    ...fields,
    clientId,
    phone: phoneOf(fields.msisdn),
    scenario,
    createdAtMs: now(),
    answeredAtMs: null,
    answeredBy: null,
    outcome: null,
    notices: [],
    enquiries: 0,
    repeats: 0,
    refunds: [],
  };
  airtel.collections.add(collection);
  return collection;
};

/**
 * Ends a collection and sends its notices. The promise resolves after the last notice. Returns undefined when the
 * collection ended before.
 */
export const answerCollection = (
  simulation: Simulation,
  collection: Collection,
  name: CollectionResultName,
  by: 'auto' | 'admin',
): Promise<void> | undefined => {
  if (collection.outcome !== null) return undefined;
  const result = collectionResults[name];
  const receipt = name === 'paid' ? simulation.airtel.nextReceipt() : null;
  if (receipt !== null) simulation.airtel.wallets.move(collection.clientId, 'collection', collection.amount);
  const message = receipt === null ? result.message : paidMessage(collection, receipt);
  collection.outcome = { ...result, message, receipt };
  collection.answeredAtMs = simulation.now();
  collection.answeredBy = by;
  return sendNotices(simulation, collection, collection.outcome);
};

/** Schedules the automatic answer of a collection. Nothing is scheduled when its row has no result. */
export const scheduleCollection = (simulation: Simulation, collection: Collection): void => {
  const { result } = collection.scenario;
  if (result === null) return;
  answerLater(simulation, {
    rail: 'airtel',
    payee: collection.clientId,
    promptId: collection.id,
    isWaiting: () => collection.outcome === null,
    answer: () => void answerCollection(simulation, collection, result, 'auto'),
  });
};

/** The collections of this rail on the handset. */
export const airtelHandset = (simulation: Simulation): RailHandset => ({
  rail: 'airtel',
  list: () =>
    simulation.airtel.collections.list().map((collection) => ({
      id: collection.id,
      phone: collection.phone,
      amount: collection.amount,
      reference: collection.reference,
      description: null,
      payee: collection.clientId,
      scenario: collection.scenario.slug,
      isWaiting: collection.outcome === null,
      createdAtMs: collection.createdAtMs,
      answer: (answer) => answerCollection(simulation, collection, results[answer], 'admin') !== undefined,
    })),
});
