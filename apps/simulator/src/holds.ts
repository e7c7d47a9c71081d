import { setBounded } from './bounded-map.ts';
import { holdsMax, releasesMax } from './limits.ts';

/** Whose prompts a lease is about: those of a shortcode or another rail's client, and all of some rails. */
export type Held = { shortcode: string | null; rails: readonly string[] };

/** A lease under which a person answers prompts by hand. */
type Hold = Held & { untilMs: number; released: Map<string, true> };

/** A prompt as holds know it. `payee` is its shortcode or client. */
export type HeldPrompt = { rail: string; payee: string; promptId: string };

export type Holds = {
  /** Takes or renews a lease. Prompts that the holder released stay released. */
  take(holder: string, held: Held, untilMs: number): void;
  /** Lets one prompt answer automatically again. Returns false when the holder has no lease. */
  release(holder: string, checkoutRequestId: string): boolean;
  end(holder: string): boolean;
  list(): (Held & { holder: string; untilMs: number })[];
  /** True while a lease covers that prompt. */
  has(prompt: HeldPrompt): boolean;
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
    take(holder, held, untilMs) {
      const released = live(holder)?.released ?? new Map<string, true>();
      setBounded(holds, holdsMax, holder, { ...held, untilMs, released });
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
        if (hold === undefined) return [];
        const { shortcode, rails, untilMs } = hold;
        return [{ holder, shortcode, rails, untilMs }];
      }),
    has: ({ rail, payee, promptId }) =>
      [...holds.values()].some(
        ({ untilMs, shortcode, rails, released }) =>
          untilMs > now() && (shortcode === payee || rails.includes(rail)) && !released.has(promptId),
      ),
    clear: () => holds.clear(),
  };
};
