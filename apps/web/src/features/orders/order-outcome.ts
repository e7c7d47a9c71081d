import type { Order } from './types.ts';

/** The outcome of an executed order that failed. */
export type Failure = {
  detail: string;
  /** Money may have moved, or a prompt may have been sent. */
  isIndeterminate: boolean;
  decoded: { title: string; cause: string; fix: string } | undefined;
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Undefined when it went well, or nothing has come of it yet. */
export function failureOf({ outcome }: Pick<Order, 'outcome'>): Failure | undefined {
  if (!outcome || outcome.ok) return undefined;
  const decoded = outcome.decoded as Record<string, unknown> | null | undefined;
  return {
    detail: textOf(outcome.detail),
    isIndeterminate: outcome.indeterminate === true,
    decoded: decoded
      ? { title: textOf(decoded.title), cause: textOf(decoded.cause), fix: textOf(decoded.fix) }
      : undefined,
  };
}

/** The row that an order made, as its outcome names it: `idOf(order, 'disbursementId')`. */
export function idOf(
  { outcome }: Pick<Order, 'outcome'>,
  name: 'paymentId' | 'disbursementId' | 'queryId',
): string | undefined {
  const id = outcome?.[name];
  return typeof id === 'string' ? id : undefined;
}
