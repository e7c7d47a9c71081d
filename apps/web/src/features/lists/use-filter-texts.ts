'use client';

import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney } from '@/format';
import { type ChoiceFilter, type Filter, readSum, type Values } from './filters.ts';

export type Option = { value: string; label: string };
/** Options that a page loads, by the name of their filter. */
export type LoadedOptions = Partial<Record<string, readonly Option[]>>;

/** The texts of the filters of a page, by the names in its declaration. */
export function useFilterTexts(feature: string) {
  const t = useTranslations();
  return useMemo(() => {
    const label = (name: string) => t(`${feature}.filters.${name}`);
    const optionsOf = (filter: ChoiceFilter, loaded: LoadedOptions, texts = filter.texts): readonly Option[] =>
      filter.options?.map((value) => ({ value, label: texts ? t(`${texts}.${value}`) : value })) ??
      loaded[filter.name] ??
      [];
    /** The value of a filter in words; undefined while the filter is off. */
    const valueText = (filter: Filter, values: Values, loaded: LoadedOptions): string | undefined => {
      if (filter.kind === 'amount') return rangeText(values);
      const value = values[filter.name];
      if (filter.kind !== 'choice' || value === undefined) return value;
      const options = optionsOf(filter, loaded, filter.shortTexts);
      return options.find((option) => option.value === value)?.label ?? value;
    };
    return { label, optionsOf, valueText };
  }, [t, feature]);
}

function rangeText(values: Values): string | undefined {
  const [min, max] = [readSum(values.min), readSum(values.max)];
  if (min !== undefined && max !== undefined) {
    return min === max ? formatMoney(min) : `${formatMoney(min)} – ${formatMoney(max)}`;
  }
  if (min !== undefined) return `≥ ${formatMoney(min)}`;
  return max === undefined ? undefined : `≤ ${formatMoney(max)}`;
}
