// Lists of phones of a merchant, decided from rows.

/** The lists, in the order in which they are judged. */
export const listNames = ['allow', 'block'] as const;
export type ListName = (typeof listNames)[number];

/** At most this many entries for an application and environment, both lists together. */
export const entriesMax = 10_000;

/** What an entry says about its phone. It counts for nothing from `until` on; null: it has no end. */
export type ListEntry = { id: string; list: ListName; until: Date | null };

/** An entry that decides about a prompt or payout, in the form of a rule. `allow`: no other rule is asked. */
export type ListMatch = { id: string; kind: 'list'; mode: 'allow' | 'refuse' };

/**
 * The entry that decides about a phone: one of the allow list before one of the block list. Pure.
 * @param entries those of the phone, of both lists
 */
export function matchLists(entries: readonly ListEntry[], now: Date): ListMatch | undefined {
  for (const list of listNames) {
    const entry = entries.find((each) => each.list === list && counts(each, now));
    if (entry) return { id: entry.id, kind: 'list', mode: list === 'allow' ? 'allow' : 'refuse' };
  }
  return undefined;
}

/** Whether an entry still counts. */
export const counts = ({ until }: Pick<ListEntry, 'until'>, now: Date): boolean => until === null || until > now;

type Span = Pick<ListEntry, 'list' | 'until'>;

/**
 * Whether a change of an entry lets something pass that was stopped before: a phone is blocked for a shorter time, or
 * allowed for a longer one. Pure.
 * @param before undefined when the entry is new
 * @param after undefined when the entry is removed; it is of the same list
 */
export function isLooserEntry(before: Span | undefined, after: Span | undefined, now: Date): boolean {
  const [was, is] = [endOf(before, now), endOf(after, now)];
  return (after ?? before)?.list === 'allow' ? is > was : is < was;
}

/** When an entry ends, as a number; one that counts for nothing has ended now. */
function endOf(entry: Span | undefined, now: Date): number {
  if (!entry || !counts(entry, now)) return now.getTime();
  return entry.until?.getTime() ?? Number.POSITIVE_INFINITY;
}
