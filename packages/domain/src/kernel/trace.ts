import type { Clock } from '../ports/ports.ts';

/** A step in the life of a payment, payout or refund. All parts with one `of` make one trace, across processes. */
export type TracePart = {
  /** For example `provider push_prompt`. Few different names: ids are attributes. */
  name: string;
  /** The id of the payment or disbursement. The trace has the same id. */
  of: string;
  /** `server`: a request to us. `client`: our request. `consumer`: a queued item was taken. */
  kind: 'server' | 'client' | 'consumer';
  from: Date;
  to: Date;
  /** Never phones, names, references or secrets. */
  attributes?: Record<string, string | number | boolean>;
  /** It went wrong. */
  isError?: boolean;
};

/** Port: records parts. It never throws and never waits. */
export type Trace = (part: TracePart) => void;

type Traced = { trace?: Trace | undefined; clock: Clock };

/**
 * Calls the provider about a payment or disbursement, and records the result. An answer without a clear outcome counts as
 * an error.
 */
export async function tracedCall<Answer extends { kind: string }>(
  { trace, clock }: Traced,
  operation: string,
  of: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (!trace) return call();
  const from = clock.now();
  const end = (answer: string, isError: boolean) => {
    const attributes = { 'tillgate.answer': answer };
    trace({ name: `provider ${operation}`, of, kind: 'client', from, to: clock.now(), attributes, isError });
  };
  try {
    const answer = await call();
    end(answer.kind, answer.kind === 'unknown' || answer.kind === 'no_answer');
    return answer;
  } catch (error) {
    end('none', true);
    throw error;
  }
}
