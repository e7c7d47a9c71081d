import { magicPhone } from '../magic-phone.ts';
import { answerRows, resultRows } from './result-rows.ts';
import { allOperations, row } from './row.ts';
import type { Operation, SecuredScenario } from './scenario.ts';
import { refusalRows, transportRows } from './transport-rows.ts';

const transactionIdPrefix = 'MAGIC';
const remarkPrefix = 'magic:';

const byNumber = (left: SecuredScenario, right: SecuredScenario): number => left.number - right.number;

/** The magic table of the secured operations. */
export const securedScenarios: readonly SecuredScenario[] = [
  ...resultRows,
  ...answerRows,
  ...[...transportRows, ...refusalRows].sort(byNumber),
];

/** The scenario of every request outside the table. */
export const ordinarySecuredScenario: SecuredScenario = row({
  slug: 'ordinary',
  number: 0,
  title: 'Executed after the configured delay',
  operations: allOperations,
});

/** The values that choose a row: a payout's phone or amount, a receipt, or the whole text of Remarks or Occasion. */
export const marksOf = ({ number, slug }: SecuredScenario) => ({
  phone: magicPhone(number),
  amount: number,
  transactionId: `${transactionIdPrefix}${number}`,
  remark: `${remarkPrefix}${slug}`,
});

type Marks = {
  phone?: string | undefined;
  amount?: number | undefined;
  transactionId?: string | undefined;
  remarks?: string | undefined;
  occasion?: string | undefined;
};

const tables = new Map<Operation, Map<string | number, SecuredScenario>>(
  allOperations.map((operation) => {
    const table = new Map<string | number, SecuredScenario>();
    for (const scenario of securedScenarios) {
      if (!scenario.operations.includes(operation)) continue;
      const { phone, amount, transactionId, remark } = marksOf(scenario);
      for (const mark of operation === 'payout' ? [phone, amount, remark] : [transactionId, remark]) {
        table.set(mark, scenario);
      }
    }
    return [operation, table];
  }),
);

/** Finds the scenario of a request: by remarks, occasion, phone, receipt and amount, in this order. */
export const findSecuredScenario = (operation: Operation, marks: Marks): SecuredScenario => {
  const table = tables.get(operation);
  for (const mark of [marks.remarks, marks.occasion, marks.phone, marks.transactionId, marks.amount]) {
    const scenario = mark === undefined ? undefined : table?.get(mark);
    if (scenario !== undefined) return scenario;
  }
  return ordinarySecuredScenario;
};

/** The rows of one operation. */
export const securedScenariosOf = (operation: Operation): SecuredScenario[] =>
  securedScenarios.filter(({ operations }) => operations.includes(operation));

/** The operations of a row as text for the tables. */
export const operationsText = ({ operations }: SecuredScenario): string =>
  operations.length === allOperations.length ? 'all' : operations.join(', ');
