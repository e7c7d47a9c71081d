import { secondsSince } from '../kernel/time.ts';
import { type RailAccount, traitsOf } from '../rails/index.ts';
import type { Fact } from './payment.ts';
import type { PaymentRow } from './read-statements.ts';

/** A network must say twice that it does not know a prompt, at least this far apart. */
const apartSeconds = 60;

type Asked = Pick<PaymentRow, 'promptedAt' | 'notFoundAt' | 'createdAt'>;

/**
 * What it means that a network does not know the prompt of a payment. `open`: nothing, the prompt may be under way. `first`:
 * nothing yet, but it counts. `never_received`: the prompt never arrived, so nobody can pay it.
 *
 * A prompt that was acknowledged had arrived, and a client knows nothing of what another one sent. Pure.
 */
export function answerOf(payment: Asked, account: RailAccount, now: Date): 'open' | 'first' | 'never_received' {
  const { promptedAt, notFoundAt, createdAt } = payment;
  const { notFoundFinalSeconds } = traitsOf[account.rail];
  if (account.rail === 'mpesa' || notFoundFinalSeconds === null || promptedAt !== null) return 'open';
  if (secondsSince(createdAt, now) < notFoundFinalSeconds || account.askedSince > createdAt) return 'open';
  if (notFoundAt === null) return 'first';
  return secondsSince(notFoundAt, now) < apartSeconds ? 'open' : 'never_received';
}

/** Of a prompt that never arrived. A success that comes all the same still corrects it. */
export function factOfNeverReceived(checkoutRequestId: string): Fact {
  return {
    door: 'query',
    merchantRequestId: null,
    checkoutRequestId,
    outcome: 'failed',
    resultCode: 'not_received',
    resultDesc: 'The network never received the prompt.',
    receipt: null,
    amount: null,
  };
}
