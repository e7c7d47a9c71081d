import { isGood, type PayoutField, type PayoutRow, type RowWarning } from './payout-row.ts';

/**
 * Finds rows of one list that are alike, and says so in each of them. Rows with one reference are refused, all of them:
 * nobody can tell which one is meant. Of the good rows that are left, the same phone and amount twice is a warning, and the
 * same phone twice a note. Pure.
 */
export function findDuplicates(rows: readonly PayoutRow[]): PayoutRow[] {
  const byReference = grouped(rows, ({ reference }) => (reference === null ? undefined : referenceText(reference)));
  const read = rows.map((row) => withReferenceTwice(row, byReference.get(row) ?? []));
  const good = read.filter(isGood);
  const byPhone = grouped(good, ({ phone }) => phone);
  const byBoth = grouped(good, ({ phone, amount }) => `${phone} ${amount}`);
  return read.map((row) => {
    const same = byBoth.get(row) ?? [];
    const samePhone = (byPhone.get(row) ?? []).filter((number) => !same.includes(number));
    const found = [...warning(row, 'phone_and_amount_twice', same), ...warning(row, 'phone_twice', samePhone)];
    return found.length === 0 ? row : { ...row, warnings: [...row.warnings, ...found] };
  });
}

/** A reference as people compare it: without case and blanks. */
export const referenceText = (reference: string): string =>
  reference.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** Other rows that one row names: a list of one row again and again would name millions. */
const othersMax = 10;

/** For each row that shares its key, the numbers of the first others. */
function grouped<Each extends PayoutRow>(
  rows: readonly Each[],
  keyOf: (row: Each) => string | undefined,
): Map<PayoutRow, number[]> {
  const groups = new Map<string, Each[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const alike = [...groups.values()].filter((group) => group.length > 1);
  const othersOf = (row: Each, group: readonly Each[]) =>
    group
      .slice(0, othersMax + 1)
      .filter((each) => each !== row)
      .slice(0, othersMax);
  return new Map(
    alike.flatMap((group) => group.map((row) => [row, othersOf(row, group).map(({ number }) => number)] as const)),
  );
}

function withReferenceTwice(row: PayoutRow, others: number[]): PayoutRow {
  if (others.length === 0) return row;
  const at = { field: 'reference' as PayoutField, column: null, text: row.reference ?? '' };
  return { ...row, problems: [...row.problems, { ...at, code: 'reference_twice', others }] };
}

function warning(row: PayoutRow, code: 'phone_and_amount_twice' | 'phone_twice', others: number[]): RowWarning[] {
  return others.length === 0 ? [] : [{ code, field: 'phone', column: null, text: row.phone ?? '', others }];
}
