import { z } from 'zod';
import type { wholeNumber } from '../kernel/input.ts';
import { isPayoutKind, type Rule, type RuleKind, ruleKinds, ruleModes, ruleSettings } from './guard.ts';

type NumberName<Kind extends RuleKind = RuleKind> = Kind extends RuleKind
  ? keyof z.output<(typeof ruleSettings)[Kind]>
  : never;

type Bounded = ReturnType<typeof wholeNumber>;

/** What a form needs to know about a kind of rule. `initial`: the default of a number; null where a person has to say it. */
export type RuleBounds = {
  kind: RuleKind;
  about: 'prompts' | 'payouts';
  modes: Rule['mode'][];
  numbers: { name: NumberName; min: number; max: number; initial: number | null }[];
};

/** The kinds of rules with the bounds of their numbers, read from the schemas that judge them. */
export function describeRuleKinds(): RuleBounds[] {
  return ruleKinds.map((kind) => {
    const shape: Record<string, Bounded | z.ZodDefault<Bounded>> = ruleSettings[kind].shape;
    const about = isPayoutKind(kind) ? ('payouts' as const) : ('prompts' as const);
    return {
      kind,
      about,
      modes: ruleModes.filter((mode) => mode !== 'hold' || about === 'payouts'),
      numbers: Object.entries(shape).map(([name, schema]) => {
        const number = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
        return {
          name: name as NumberName,
          min: number.minValue ?? 0,
          max: number.maxValue ?? 0,
          initial: schema instanceof z.ZodDefault ? schema.parse(undefined) : null,
        };
      }),
    };
  });
}
