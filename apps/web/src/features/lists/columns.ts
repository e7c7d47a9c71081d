/** The lists whose columns a person chooses. */
export const columnLists = ['payments', 'payouts'] as const;
export type ColumnList = (typeof columnLists)[number];

/** Which columns a person hides, by list: `payments:reason.copy|payouts:who`. It is no secret. */
export const columnsCookie = 'tillgate-columns';

const hiddenMax = 20;

/** The hidden columns of a list. An invalid cookie hides nothing. */
export function readHidden(cookie: string | undefined, list: ColumnList): string[] {
  const own = cookie?.split('|').find((part) => part.startsWith(`${list}:`));
  const ids = own?.slice(list.length + 1).split('.') ?? [];
  return ids.filter((id) => /^[a-zA-Z]{1,20}$/.test(id)).slice(0, hiddenMax);
}

/** The cookie after a choice; what other lists hide stays. */
export function writeHidden(cookie: string | undefined, list: ColumnList, hidden: readonly string[]): string {
  const of = (one: ColumnList) =>
    one === list ? readHidden(`${list}:${hidden.join('.')}`, list) : readHidden(cookie, one);
  return columnLists
    .map((one) => ({ one, ids: of(one) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ one, ids }) => `${one}:${ids.join('.')}`)
    .join('|');
}
