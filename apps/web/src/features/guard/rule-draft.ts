import { readAmount } from '@/features/money/entry';
import type { Rule, RuleBounds } from './types.ts';

/** A rule while it is edited; its numbers as they are typed. */
export type RuleDraft = { kind: Rule['kind']; mode: Rule['mode']; numbers: Record<string, string> };

/** The draft of a rule, or of a new one of a kind: it watches, with the defaults of its kind. */
export function draftOf(kinds: readonly RuleBounds[], given: Partial<Rule> = {}): RuleDraft {
  const bounds = kinds.find(({ kind }) => kind === given.kind) ?? kinds[0];
  const stored = given.settings as Record<string, number> | undefined;
  const numbers = (bounds?.numbers ?? []).map(({ name, initial }) => {
    const value = stored?.[name] ?? initial;
    return [name, value === null ? '' : value.toLocaleString('en')] as const;
  });
  return {
    kind: bounds?.kind ?? 'prompts_per_phone',
    mode: given.mode ?? 'watch',
    numbers: Object.fromEntries(numbers),
  };
}

/** The number that is typed for each name; undefined where it is none, or out of its bounds. */
export function readNumbers({ numbers }: RuleBounds, draft: RuleDraft): Record<string, number | undefined> {
  return Object.fromEntries(
    numbers.map(({ name, min, max }) => {
      const value = readAmount(draft.numbers[name] ?? '');
      return [name, value !== undefined && value >= min && value <= max ? value : undefined];
    }),
  );
}

/** All numbers of a draft; undefined while one of them is wrong. */
export function numbersOf(bounds: RuleBounds, draft: RuleDraft): Record<string, number> | undefined {
  const read = readNumbers(bounds, draft);
  if (Object.values(read).includes(undefined)) return undefined;
  return read as Record<string, number>;
}
