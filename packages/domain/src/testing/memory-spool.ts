import type { CallbackSpool, PostedCallback } from '../inbox/index.ts';

/** A spool in memory. `kept` and `aside` show its content. */
export function memorySpool(): CallbackSpool & { kept: PostedCallback[]; aside: PostedCallback[] } {
  const kept: PostedCallback[] = [];
  const aside: PostedCallback[] = [];
  const take = (id: string) =>
    kept.splice(
      kept.findIndex((posted) => posted.id === id),
      1,
    );
  return {
    kept,
    aside,
    count: () => kept.length,
    keep: async (posted) => void kept.push(posted),
    oldest: async () => kept.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0],
    remove: async (id) => void take(id),
    setAside: async (id) => void aside.push(...take(id)),
  };
}
