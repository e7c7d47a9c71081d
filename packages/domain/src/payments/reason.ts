import type { SettledBy } from '@tillgate/db';
import { type Category, type Decoded, titles } from '../catalogue/index.ts';
import { explainCode, isOpenCode, type RailName } from '../rails/index.ts';

/** Result code of an offline payment that turned out to be the money of a prompt. */
const supersededCode = 'superseded';

const superseded: Decoded = {
  code: supersededCode,
  title: titles.superseded,
  cause: 'This money was first recorded as an offline payment, and then turned out to be the answer to a prompt.',
  fix: 'Nothing: look at the payment that it belongs to. The money is counted once.',
  category: 'success',
  retryable: false,
  customerMessage: 'We have received your payment.',
};

type Settled = {
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: SettledBy | null;
  /** Without it, the network is known by its codes alone. */
  rail?: RailName;
};

/** The meaning of a payment's result, which depends on its door; null without a result. */
export function reasonOf({ resultCode, resultDesc, settledBy, rail }: Settled): Decoded | null {
  if (resultCode === null) return null;
  if (resultCode === supersededCode) return superseded;
  const as = settledBy === 'push' ? 'answer' : 'result';
  return explainCode({ code: resultCode, message: resultDesc }, { of: 'prompt', as }, rail);
}

export type Reason = { code: string; title: string; category: Category };

/**
 * The meaning of a failed payment's code when its door is unknown: a result of the prompt, or a refusal of the push. A
 * code for "still open" cannot end a payment, so it is a refusal.
 */
export function reasonOfCode(code: string): Reason {
  const of = (settledBy: SettledBy) => reasonOf({ resultCode: code, resultDesc: null, settledBy }) as Decoded;
  const result = of('callback');
  const { title, category } = isOpenCode(code) || result.category === 'unknown' ? of('push') : result;
  return { code, title, category };
}
