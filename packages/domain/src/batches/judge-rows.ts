import type { Policy } from '../policies/index.ts';
import { changedPayee, type PaidBefore } from './changed-payee.ts';
import { compareNames } from './compare-names.ts';
import type { PhoneFacts, SamePayout } from './fact-statements.ts';
import type { GoodRow, RowWarning, WarningCode } from './payout-row.ts';

/** What is known about the payouts of a list beside the list itself. */
export type ListFacts = {
  phones: ReadonlyMap<string, PhoneFacts>;
  /** By {@link payoutKeyOf}. */
  same: ReadonlyMap<string, readonly SamePayout[]>;
  /** By the key of the reference. */
  references: ReadonlyMap<string, PaidBefore>;
  /** What rules and lists of the guard say of a row, by its number. */
  rules: ReadonlyMap<number, 'refuse' | 'hold'>;
  policy: Pick<Policy, 'perTransaction' | 'perRecipientPerDay'>;
};

/** What makes two payouts the same. */
export const payoutKeyOf = ({ phone, amount }: { phone: string; amount: number }): string => `${phone} ${amount}`;

type JudgedRow = Pick<GoodRow, 'number' | 'phone' | 'amount' | 'name' | 'reference'> & { referenceKey: string | null };

/**
 * What a person should know about each row of a list before it is paid, by number: what it does not say itself. Pure.
 */
export function judgeRows(rows: readonly JudgedRow[], facts: ListFacts): Map<number, RowWarning[]> {
  const sums = new Map<string, number>();
  for (const { phone, amount } of rows) sums.set(phone, (sums.get(phone) ?? 0) + amount);
  return new Map(
    rows.map((row) => [
      row.number,
      [
        ...payeeChanged(row, facts),
        ...nameDiffers(row, facts),
        ...samePayout(row, facts),
        ...aboveLimit(row, facts, sums.get(row.phone) ?? 0),
        ...byRule(row, facts),
        ...(facts.phones.get(row.phone)?.isPaid ? [] : [warningAt(row, 'payee_first')]),
      ],
    ]),
  );
}

const warningAt = ({ phone }: JudgedRow, code: WarningCode): RowWarning => ({
  code,
  field: 'phone',
  column: null,
  text: phone,
});

function payeeChanged(row: JudgedRow, { references }: ListFacts): RowWarning[] {
  const before = row.referenceKey === null ? undefined : references.get(row.referenceKey);
  const warning = before && changedPayee(row, [before]);
  return warning ? [warning] : [];
}

/** The name that a network told counts before the name of a saved recipient, which somebody typed. */
function nameDiffers(row: JudgedRow, { phones }: ListFacts): RowWarning[] {
  const known = phones.get(row.phone);
  const told = known?.toldName ?? known?.savedName;
  if (row.name === null || !told || compareNames(row.name, told) !== 'different') return [];
  const by = known?.toldName ? ('network' as const) : ('recipient' as const);
  return [{ code: 'name_different', field: 'name', column: null, text: row.name, told: { name: told, by } }];
}

function samePayout(row: JudgedRow, { same }: ListFacts): RowWarning[] {
  const found = same.get(payoutKeyOf(row)) ?? [];
  return found.map(({ paidAt }) =>
    paidAt === null ? warningAt(row, 'waits_elsewhere') : { ...warningAt(row, 'paid_recently'), paidAt },
  );
}

function aboveLimit(row: JudgedRow, { policy, phones }: ListFacts, sum: number): RowWarning[] {
  const { perTransaction, perRecipientPerDay } = policy;
  const toRecipient = (phones.get(row.phone)?.sentToday ?? 0) + sum;
  const broken = [
    { name: 'per_transaction' as const, max: perTransaction, amount: row.amount },
    { name: 'per_recipient_per_day' as const, max: perRecipientPerDay, amount: toRecipient },
  ];
  return broken.flatMap(({ name, max, amount }): RowWarning[] =>
    max === null || amount <= max
      ? []
      : [{ ...warningAt(row, 'above_limit'), field: 'amount', text: String(row.amount), limit: { name, max } }],
  );
}

function byRule(row: JudgedRow, { rules }: ListFacts): RowWarning[] {
  const said = rules.get(row.number);
  if (said === undefined) return [];
  return [warningAt(row, said === 'refuse' ? 'stopped_by_rule' : 'held_by_rule')];
}
