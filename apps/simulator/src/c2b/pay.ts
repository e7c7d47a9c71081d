import { type Delivery, lostDelivery, postCallback } from '../post-callback.ts';
import type { Simulation } from '../simulation.ts';
import type { Offline, Registration } from './fields.ts';
import { findC2bScenario, ordinaryC2bScenario } from './magic.ts';
import { movedAmount, renderNotice } from './notification-body.ts';
import type { OfflinePayment, Validation } from './offline-payments.ts';
import type { C2bScenario } from './scenario.ts';

/** Starts an offline payment. It has a receipt, but no money has moved yet. */
export const openOfflinePayment = (
  simulation: Simulation,
  offline: Offline,
  options: { plainPhone?: boolean } = {},
): OfflinePayment => {
  const found = findC2bScenario(offline.phone, offline.amount);
  const scenario: C2bScenario = options.plainPhone === true ? { ...found, phone: 'plain' } : found;
  const payment: OfflinePayment = {
    ...offline,
    transactionId: simulation.ids.receipt(),
    scenario,
    registration: simulation.registrations.find(offline.shortcode) ?? null,
    createdAtMs: simulation.now(),
    state: 'validating',
    thirdPartyTransactionId: '',
    validation: null,
    confirmations: [],
  };
  simulation.offlinePayments.add(payment);
  return payment;
};

const noticeOf = (payment: OfflinePayment, registration: Registration, balance: number | null): string =>
  renderNotice({ ...payment, atMs: payment.createdAtMs, version: registration.version, balance });

/** Reads the merchant's verdict. Returns undefined when the body holds none. */
const readVerdict = (text: string): { resultCode: string; thirdPartyTransactionId: string } | undefined => {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('ResultCode' in answer)) return undefined;
    const code = answer.ResultCode;
    if (typeof code !== 'string' && typeof code !== 'number') return undefined;
    const echo = 'ThirdPartyTransID' in answer ? answer.ThirdPartyTransID : '';
    return { resultCode: String(code), thirdPartyTransactionId: typeof echo === 'string' ? echo : '' };
  } catch {
    return undefined;
  }
};

const validate = async (simulation: Simulation, payment: OfflinePayment, registration: Registration) => {
  const { delivery, answer } = await postCallback(
    simulation,
    registration.validationUrl,
    noticeOf(payment, registration, null),
    { timeoutMs: simulation.profile.validationTimeoutMs },
  );
  const read = delivery.status === 'delivered' ? readVerdict(answer) : undefined;
  const verdict = read === undefined ? 'unreachable' : read.resultCode === '0' ? 'accepted' : 'rejected';
  payment.thirdPartyTransactionId = read?.thirdPartyTransactionId ?? '';
  const validation: Validation = { ...delivery, verdict, resultCode: read?.resultCode ?? null };
  payment.validation = validation;
  return verdict;
};

/** Validates the payment if necessary and returns its next state. */
const decide = async (simulation: Simulation, payment: OfflinePayment): Promise<OfflinePayment['state']> => {
  const { registration, scenario } = payment;
  const accepted = scenario.confirmation === 'abandoned' ? 'abandoned' : 'completed';
  if (registration === null) return 'completed';
  if (!simulation.settings.externalValidation || scenario.validation === 'skipped') return accepted;
  const verdict = await validate(simulation, payment, registration);
  if (verdict === 'rejected') return 'rejected';
  return verdict === 'unreachable' && registration.responseType === 'Cancelled' ? 'cancelled' : accepted;
};

const move = (simulation: Simulation, payment: OfflinePayment): void => {
  simulation.ledger.record({
    receipt: payment.transactionId,
    kind: 'c2b',
    shortcodes: [payment.shortcode],
    amount: movedAmount(payment.amount, payment.scenario),
    phone: payment.phone,
    reference: payment.reference,
    initiatedAtMs: payment.createdAtMs,
    finalisedAtMs: simulation.now(),
    originatorConversationId: '',
    conversationId: '',
    reversedBy: null,
  });
};

const confirm = async (simulation: Simulation, payment: OfflinePayment, registration: Registration) => {
  const { confirmation } = payment.scenario;
  if (confirmation === 'lost') {
    payment.confirmations.push(lostDelivery(simulation));
    return;
  }
  const body = noticeOf(payment, registration, simulation.ledger.funds(payment.shortcode).working);
  if (confirmation === 'late' && !(await simulation.timers.wait(simulation.profile.lateCallbackMs))) return;
  const post = async (): Promise<void> => {
    payment.confirmations.push((await postCallback(simulation, registration.confirmationUrl, body)).delivery);
  };
  await (confirmation === 'twice' ? Promise.all([post(), post()]) : post());
};

/** Validates the payment, moves the money and sends the confirmation. Resolves after the last message. */
export const concludeOfflinePayment = async (simulation: Simulation, payment: OfflinePayment): Promise<void> => {
  const state = await decide(simulation, payment);
  if (state === 'completed') move(simulation, payment);
  payment.state = state;
  if (state === 'completed' && payment.registration !== null) await confirm(simulation, payment, payment.registration);
};

/** A payment through a prompt, with the fields of its C2B confirmation. */
type PushPayment = Offline & { transactionId: string; atMs: number };

/** Sends the confirmation of a paid prompt. Returns null when the shortcode has no registered URLs. */
export const confirmPushPayment = async (simulation: Simulation, payment: PushPayment): Promise<Delivery | null> => {
  const registration = simulation.registrations.find(payment.shortcode);
  if (registration === undefined) return null;
  const body = renderNotice({
    ...payment,
    version: registration.version,
    scenario: ordinaryC2bScenario,
    balance: simulation.ledger.funds(payment.shortcode).working,
    thirdPartyTransactionId: '',
  });
  return (await postCallback(simulation, registration.confirmationUrl, body)).delivery;
};
