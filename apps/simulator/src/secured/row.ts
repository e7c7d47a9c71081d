import type { Operation, SecuredScenario } from './scenario.ts';

type Row = Pick<SecuredScenario, 'slug' | 'number' | 'title'> & Partial<SecuredScenario>;

export const EVERY_OPERATION: readonly Operation[] = ['payout', 'reversal', 'status', 'balance'];
export const MOVES_MONEY: readonly Operation[] = ['payout', 'reversal'];

/** A row that is acked, executed and reported once, but for what `fields` say. */
export const row = (fields: Row): SecuredScenario => ({
  group: 'transport',
  operations: EVERY_OPERATION,
  request: { kind: 'ack' },
  result: null,
  secondResult: null,
  executed: 'yes',
  delivery: 'once',
  timeout: 'none',
  form: 'rotating',
  transactionStatus: null,
  ...fields,
});
