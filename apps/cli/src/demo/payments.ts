import { DomainError, type PromptState } from '@tillgate/domain';
import { fingerprintOf } from '@tillgate/domain/idempotency';
import { requestOrder } from '@tillgate/domain/orders';
import { announcePayment, collectPayment, queryPayment } from '@tillgate/domain/payments';
import type { PlannedPayment } from './plan.ts';
import { tokenOf } from './provider.ts';
import { noteRequest } from './requests.ts';
import { offlineConfirmation, type PromptIds, stkCallback, wireTime } from './wire.ts';
import { type Moment, post, type World, workOff } from './world.ts';

/** Seconds until a query after a lost callback, and until the webhook stops waiting for a receipt. */
const askedAfterMs = 22_000;
const announcedAfterMs = 16_000;
const lateAfterMs = 9_000;

/** Carries out a planned payment up to the current time. */
export async function happen(world: World, planned: PlannedPayment): Promise<void> {
  if (planned.by === 'offline') return payOffline(world, planned);
  const ids = promptIds(world, planned);
  let token = '';
  let moment: Moment;
  const prompt = (callbackUrl: string) => {
    token = tokenOf(callbackUrl);
    moment.clock.advanceMs(planned.acknowledgedAfterMs);
    if (planned.push === 'accepted') return { kind: 'accepted' as const, ...ids };
    if (planned.push === 'unanswered')
      return { kind: 'unknown' as const, cause: 'the provider did not answer in time' };
    const description = 'Unable to lock subscriber, a transaction is already in process for the current subscriber';
    return { kind: 'rejected' as const, by: 'provider' as const, code: '500.001.1001', description };
  };
  const { keyActor, people } = world.merchant;
  const actor = planned.by === 'person' ? `user:${people.finance.userId}` : keyActor;
  moment = world.at(planned.at, actor, { prompt, state: stateOf(planned) });
  const paymentId = await (planned.by === 'person'
    ? askInDashboard(moment, planned)
    : askOverApi(world, moment, planned));
  if (planned.push === 'refused' || token === '') return;
  await settle(world, moment, { planned, ids, token, paymentId });
}

const isPaid = ({ outcome }: PlannedPayment) => outcome.code === '0';

function stateOf(planned: PlannedPayment): PromptState {
  const { code: resultCode, description: resultDesc } = planned.outcome;
  return {
    kind: 'told',
    fact: {
      outcome: isPaid(planned) ? 'success' : 'failed',
      code: resultCode,
      text: resultDesc,
      receipt: null,
      amount: null,
    },
  };
}

function inputOf({ amount, phone, reference, description, metadata }: PlannedPayment) {
  return { amount, phone, accountReference: reference.slice(0, 12), description, metadata };
}

async function askOverApi(world: World, moment: Moment, planned: PlannedPayment): Promise<string | undefined> {
  const input = inputOf(planned);
  const key = `${planned.reference}-${planned.receipt.slice(-4)}`;
  try {
    const { outcome } = await collectPayment(moment, input, { key, fingerprint: fingerprintOf(input) });
    noteRequest(world, moment, { planned, key, outcome });
    return outcome.paymentId;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    noteRequest(world, moment, { planned, key, error });
    return error.extras.paymentId;
  }
}

async function askInDashboard(moment: Moment, planned: PlannedPayment): Promise<string | undefined> {
  await requestOrder(moment, { kind: 'collect', input: inputOf(planned), requestKey: `demo-${planned.receipt}` });
  await workOff(moment);
  return undefined;
}

type Prompted = { planned: PlannedPayment; ids: PromptIds; token: string; paymentId: string | undefined };

async function settle(world: World, moment: Moment, { planned, ids, token, paymentId }: Prompted): Promise<void> {
  const promptedMs = moment.clock.now().getTime();
  const paidAt = new Date(promptedMs + planned.settledAfterMs);
  const body = stkCallback(ids, planned.outcome, isPaid(planned) ? { ...planned, at: paidAt } : undefined);
  const comes = async (at: Date) => {
    if (at >= world.now) return;
    moment.clock.moveTo(at);
    await post(moment, { kind: 'stk_callback', token, body });
  };
  // A prompt without an acknowledgement has no ID to query by.
  if (planned.callback === 'lost' && planned.push === 'unanswered') return;
  if (planned.callback === 'comes' || paymentId === undefined || planned.push !== 'accepted') return comes(paidAt);
  const askedAt = new Date(Math.max(paidAt.getTime(), promptedMs + askedAfterMs));
  if (askedAt >= world.now) return;
  moment.clock.moveTo(askedAt);
  await queryPayment(moment, paymentId);
  if (planned.callback === 'late') return comes(new Date(askedAt.getTime() + lateAfterMs));
  const announcedAt = new Date(askedAt.getTime() + announcedAfterMs);
  if (announcedAt >= world.now) return;
  moment.clock.moveTo(announcedAt);
  await announcePayment(moment, paymentId);
}

async function payOffline(world: World, planned: PlannedPayment): Promise<void> {
  const { hookToken, balance } = world.merchant;
  if (hookToken === '') return;
  balance.working += planned.amount;
  const body = offlineConfirmation({ ...planned, shortcode: world.account.shortcode });
  await post(world.at(planned.at, 'provider'), { kind: 'c2b_confirmation', token: hookToken, body });
}

/** IDs like the provider's: a time and a random part. */
function promptIds(world: World, { at, phone, receipt }: PlannedPayment): PromptIds {
  const random = world.random.branch(`prompt ${receipt}`);
  const time = String(wireTime(at));
  const day = `${time.slice(6, 8)}${time.slice(4, 6)}${time.slice(0, 4)}`;
  return {
    merchantRequestId: `${random.hex(4)}-${random.hex(4)}-${random.between(10_000_000, 99_999_999)}-1`,
    checkoutRequestId: `ws_CO_${day}${time.slice(8)}${random.between(100, 999)}${phone.slice(3)}`,
  };
}
