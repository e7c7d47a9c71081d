import type { ListedPhone } from './schemas.ts';

/** A phone on a list before and after a change: undefined where it was not on it. */
export type ListChange = { before: ListedPhone | undefined; after: ListedPhone | undefined };

/** What a change of a list changes, in one line, for people. The number is not told. */
export function listChangeLine({ before, after }: ListChange): string {
  const { list, reason } = after ?? before ?? neither();
  const [verb, until] = after
    ? [before ? 'Changed on' : 'Added to', ` ${endOf(after)}`]
    : ['Removed from', before ? ` (${endOf(before)})` : ''];
  return `A phone. ${verb} the ${list} list${until}: ${reason}`;
}

const minuteLength = '2026-01-01T00:00'.length;

const endOf = ({ until }: ListedPhone) =>
  until === null ? 'without an end' : `until ${until.slice(0, minuteLength).replace('T', ' ')} UTC`;

function neither(): never {
  throw new Error('A change has an entry before it or after it.');
}
