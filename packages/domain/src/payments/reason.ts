import type { SettledBy } from '@tillgate/db';
import { type Category, type Decoded, decode } from '../catalogue/index.ts';

/** What an offline payment that turned out to be the money of a prompt is left with. */
const supersededCode = 'superseded';

const superseded: Decoded = {
  code: supersededCode,
  title: 'Counted with its prompt',
  cause: 'This money was first recorded as an offline payment, and then turned out to be the answer to a prompt.',
  fix: 'Nothing: look at the payment that it belongs to. The money is counted once.',
  category: 'success',
  retryable: false,
  customerMessage: 'We have received your payment.',
};

type Settled = { resultCode: string | null; resultDesc: string | null; settledBy: SettledBy | null };

/** What a payment's result means, decided on the door it came in by; null while there is none. */
export function reasonOf({ resultCode, resultDesc, settledBy }: Settled): Decoded | null {
  if (resultCode === null) return null;
  if (resultCode === supersededCode) return superseded;
  if (settledBy === 'push') {
    return decode({ family: 'api', api: 'stk_push', phase: 'sync', code: resultCode, message: resultDesc });
  }
  return decode({ family: 'stk', code: resultCode, message: resultDesc });
}

export type Reason = { code: string; title: string; category: Category };

/**
 * What a code means wherever it stands: a result of a prompt, else an answer to the request for
 * one.
 */
export function reasonOfCode(code: string): Reason {
  if (code === supersededCode) return { code, title: superseded.title, category: superseded.category };
  const result = decode({ family: 'stk', code });
  const { title, category } = result.category === 'unknown' ? decode({ family: 'api', api: 'stk_push', code }) : result;
  return { code, title, category };
}
