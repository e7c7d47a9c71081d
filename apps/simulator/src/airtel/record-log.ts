import { setBounded } from '../bounded-map.ts';
import { originatorIdsMax, promptsMax } from '../limits.ts';

/** What a client sent under an id of its own. */
type Recorded = { clientId: string; id: string };

export type RecordLog<T extends Recorded> = {
  add(record: T): void;
  /** True for an id that the client used, even when its record is no longer kept. */
  hasUsed(clientId: string, id: string): boolean;
  find(clientId: string, id: string): T | undefined;
  /** Newest first. */
  list(): T[];
  clear(): void;
};

const keyOf = (clientId: string, id: string): string => `${id} ${clientId}`;

/** Keeps `max` records. It remembers their ids longer, so that repeats are refused. */
export const createRecordLog = <T extends Recorded>(max: number = promptsMax): RecordLog<T> => {
  const records = new Map<string, T>();
  const usedIds = new Map<string, true>();
  return {
    add(record) {
      const key = keyOf(record.clientId, record.id);
      setBounded(records, max, key, record);
      setBounded(usedIds, originatorIdsMax, key, true);
    },
    hasUsed: (clientId, id) => usedIds.has(keyOf(clientId, id)),
    find: (clientId, id) => records.get(keyOf(clientId, id)),
    list: () => [...records.values()].reverse(),
    clear() {
      records.clear();
      usedIds.clear();
    },
  };
};
