import type { Operation, SecuredScenario } from './scenario.ts';

type Row = Pick<SecuredScenario, 'slug' | 'number' | 'title'> & Partial<SecuredScenario>;

export const allOperations: readonly Operation[] = ['payout', 'reversal', 'status', 'balance'];
export const moneyOperations: readonly Operation[] = ['payout', 'reversal'];

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
  form: 'rotating',
  transactionStatus: null,
  ...fields,
});
