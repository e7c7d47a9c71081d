import type { Operation, SecuredScenario } from './scenario.ts';

type Row = Pick<SecuredScenario, 'slug' | 'number' | 'title'> & Partial<SecuredScenario>;

export const allOperations: readonly Operation[] = ['payout', 'reversal', 'status', 'balance', 'b2b'];
export const moneyOperations: readonly Operation[] = ['payout', 'reversal', 'b2b'];

/** A row that is acknowledged, executed and reported once, except for what `fields` change. */
export const row = (fields: Row): SecuredScenario => ({
  group: 'transport',
  operations: allOperations,
  request: { kind: 'ack' },
  result: null,
  secondResult: null,
  executed: 'yes',
  delivery: 'once',
  timeout: 'none',
  form: 'plain',
  transactionStatus: null,
  ...fields,
});
