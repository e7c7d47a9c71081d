import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/index.ts';

/** People of a change who are named; the others are counted. */
export const namedMax = 5;

/** A row of a batch, as far as it says whom it pays. Amounts are whole KES. */
export type PersonRow = { phone: string; amount: number; name: string | null; referenceKey: string | null };

/** Some people of a batch, and what their rows pay together. */
export type PeopleGroup = {
  count: number;
  amount: number;
  /** Those with the largest amounts, the largest first. Somebody without a name has a masked phone. */
  named: string[];
};

/** People of a batch who were not in an earlier one, and people of that one who are not in this. */
export type PeopleChange = { added: PeopleGroup; gone: PeopleGroup };

/**
 * Compares the people of a batch with those of an earlier one. Two rows with references are one person's when the references
 * agree, so a person who has a new phone is not new. Where one of them has no reference, the phone decides. Pure.
 */
export function comparePeople(now: readonly PersonRow[], before: readonly PersonRow[]): PeopleChange {
  return { added: groupOf(without(now, before)), gone: groupOf(without(before, now)) };
}

/** The rows whose person has no row among others. */
function without(rows: readonly PersonRow[], others: readonly PersonRow[]): PersonRow[] {
  const references = new Set(others.flatMap(({ referenceKey }) => referenceKey ?? []));
  const phones = new Set(others.map(({ phone }) => phone));
  const unreferenced = new Set(others.filter(({ referenceKey }) => referenceKey === null).map(({ phone }) => phone));
  return rows.filter(({ referenceKey, phone }) =>
    referenceKey === null ? !phones.has(phone) : !references.has(referenceKey) && !unreferenced.has(phone),
  );
}

type Person = { who: string; amount: number };

function groupOf(rows: readonly PersonRow[]): PeopleGroup {
  const people = new Map<string, Person>();
  for (const row of rows) {
    const key = row.referenceKey ?? row.phone;
    const known = people.get(key);
    people.set(key, { who: known?.who ?? whoIs(row), amount: (known?.amount ?? 0) + row.amount });
  }
  const largest = [...people.values()].sort((a, b) => b.amount - a.amount);
  return {
    count: people.size,
    amount: largest.reduce((sum, { amount }) => sum + amount, 0),
    named: largest.slice(0, namedMax).map(({ who }) => who),
  };
}

const whoIs = ({ name, phone }: PersonRow): string => (name === null ? (shortPhone(phone) ?? '') : maskPhonesIn(name));
