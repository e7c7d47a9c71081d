import type { FloatAccount } from './types.ts';

type Known = FloatAccount['known'][number];
/** Two balances of an account, the earlier one first. */
export type Pair = { key: string; from: Known; to: Known };

const pairOf = (from: Known, to: Known): Pair => ({ key: `${from.at} ${to.at}`, from, to });

/** Each two balances that follow each other, the newest first. Then, of more than two, the first and the last of all. */
export function pairsOf(known: readonly Known[]): Pair[] {
  const following = known.slice(1).flatMap((to, index) => {
    const from = known[index];
    return from ? pairOf(from, to) : [];
  });
  const [first, last] = [known[0], known.at(-1)];
  return [...following.reverse(), ...(first && last && known.length > 2 ? [pairOf(first, last)] : [])];
}
