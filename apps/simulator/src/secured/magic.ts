import { ANSWER_ROWS, RESULT_ROWS } from './result-rows.ts';
import { EVERY_OPERATION, row } from './row.ts';
import type { Operation, SecuredScenario } from './scenario.ts';
import { REFUSAL_ROWS, TRANSPORT_ROWS } from './transport-rows.ts';

const PHONE_PREFIX = '2547000';
const TRANSACTION_ID_PREFIX = 'MAGIC';
const REMARK_PREFIX = 'magic:';

const byNumber = (left: SecuredScenario, right: SecuredScenario): number => left.number - right.number;

/** The magic table of the operations that need an initiator. */
export const SECURED_MAGIC: readonly SecuredScenario[] = [
  ...RESULT_ROWS,
  ...ANSWER_ROWS,
  ...[...TRANSPORT_ROWS, ...REFUSAL_ROWS].sort(byNumber),
];

/** What every request outside the table gets. */
export const SECURED_ORDINARY: SecuredScenario = row({
  slug: 'ordinary',
  number: 0,
  title: 'Executed after the configured delay',
  operations: EVERY_OPERATION,
});

/** The marks that choose a row: a payout's phone or amount, a receipt, or the whole text of Remarks or Occasion. */
export const marksOf = ({ number, slug }: SecuredScenario) => ({
  phone: `${PHONE_PREFIX}${number}`,
  amount: number,
  transactionId: `${TRANSACTION_ID_PREFIX}${number}`,
  remark: `${REMARK_PREFIX}${slug}`,
});

export type Marks = {
  phone?: string | undefined;
  amount?: number | undefined;
  transactionId?: string | undefined;
  remarks?: string | undefined;
  occasion?: string | undefined;
};

const tables = new Map<Operation, Map<string | number, SecuredScenario>>(
  EVERY_OPERATION.map((operation) => {
    const table = new Map<string | number, SecuredScenario>();
    for (const scenario of SECURED_MAGIC) {
      if (!scenario.operations.includes(operation)) continue;
      const { phone, amount, transactionId, remark } = marksOf(scenario);
      for (const mark of operation === 'payout' ? [phone, amount, remark] : [transactionId, remark]) {
        table.set(mark, scenario);
      }
    }
    return [operation, table];
  }),
);

/** The scenario of a request: of its remarks or occasion, else its phone or receipt, else its amount. */
export const findSecuredScenario = (operation: Operation, marks: Marks): SecuredScenario => {
  const table = tables.get(operation);
  for (const mark of [marks.remarks, marks.occasion, marks.phone, marks.transactionId, marks.amount]) {
    const scenario = mark === undefined ? undefined : table?.get(mark);
    if (scenario !== undefined) return scenario;
  }
  return SECURED_ORDINARY;
};

/** The rows of one operation. */
export const securedScenarios = (operation: Operation): SecuredScenario[] =>
  SECURED_MAGIC.filter(({ operations }) => operations.includes(operation));

/** The operations of a row for people. */
export const operationsText = ({ operations }: SecuredScenario): string =>
  operations.length === EVERY_OPERATION.length ? 'all' : operations.join(', ');
