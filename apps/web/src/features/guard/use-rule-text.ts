'use client';

import { useTranslations } from 'use-intl/react';
import { formatMoney } from '@/format';
import type { Rule } from './types.ts';

/** What a rule looks at, in a sentence. */
export function useRuleText(): (rule: Pick<Rule, 'kind' | 'settings'>) => string {
  const t = useTranslations('guard');
  return ({ kind, settings }) => {
    const numbers = Object.entries(settings as Record<string, number>);
    const values = numbers.map(([name, value]) => [name, name in amounts ? formatMoney(value) : value]);
    return t(`means.${kind}`, Object.fromEntries(values));
  };
}

/** The numbers that are whole KES. */
export const amounts: Record<string, true> = { max: true, from: true };
