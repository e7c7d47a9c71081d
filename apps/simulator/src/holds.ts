import { setBounded } from './bounded-map.ts';
import { holdsMax, releasesMax } from './limits.ts';

/** A lease under which a person answers the prompts of a shortcode, or of another rail's client, by hand. */
type Hold = { shortcode: string; untilMs: number; released: Map<string, true> };

export type Holds = {
  /** Takes or renews a lease. Prompts that the holder released stay released. */
  take(holder: string, shortcode: string, untilMs: number): void;
  /** Lets one prompt answer automatically again. Returns false when the holder has no lease. */
  release(holder: string, checkoutRequestId: string): boolean;
  end(holder: string): boolean;
  list(): { holder: string; shortcode: string; untilMs: number }[];
  /** True while a lease covers that prompt of the shortcode. */
  has(shortcode: string, promptId: string): boolean;
  clear(): void;
};

export const createHolds = (now: () => number): Holds => {
  const holds = new Map<string, Hold>();
  const live = (holder: string): Hold | undefined => {
    const hold = holds.get(holder);
    if (hold === undefined || hold.untilMs > now()) return hold;
    holds.delete(holder);
    return undefined;
  };
  return {
    take(holder, shortcode, untilMs) {
      const released = live(holder)?.released ?? new Map<string, true>();
      setBounded(holds, holdsMax, holder, { shortcode, untilMs, released });
    },
    release(holder, checkoutRequestId) {
      const hold = live(holder);
      if (hold === undefined) return false;
      setBounded(hold.released, releasesMax, checkoutRequestId, true);
      return true;
    },
    end: (holder) => live(holder) !== undefined && holds.delete(holder),
    list: () =>
      [...holds.keys()].flatMap((holder) => {
        const hold = live(holder);
        return hold === undefined ? [] : [{ holder, shortcode: hold.shortcode, untilMs: hold.untilMs }];
      }),
    has: (shortcode, promptId) =>
      [...holds.values()].some(
        (hold) => hold.untilMs > now() && hold.shortcode === shortcode && !hold.released.has(promptId),
      ),
    clear: () => holds.clear(),
  };
};
