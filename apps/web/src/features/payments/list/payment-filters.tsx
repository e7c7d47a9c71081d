'use client';

import { Button, FilterBar, FilterChip } from '@tillgate/ui';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney } from '@/format';
import { categories, type FilterName, sources, statuses } from '../filters.ts';
import type { Filters } from '../use-filters.ts';
import { LazyFilter } from './lazy-filter.tsx';
import { LazyPeriod } from './lazy-period.tsx';
import { SearchBox } from './search-box.tsx';

/** Filters that have no button of their own: each that is on shows as a chip. */
const chips = ['phone', 'reference', 'receipt', 'metadata', 'review'] as const satisfies readonly FilterName[];

type Props = { filters: Filters; searchRef: RefObject<HTMLInputElement | null> };

/** What the list is narrowed by: the search box, a button per filter, and what is on. */
export function PaymentFilters({ filters, searchRef }: Props) {
  const t = useTranslations('payments');
  const { values, isFiltered } = filters;
  const texts = useTexts(filters);
  const on = chips.filter((name) => values[name] !== undefined);
  return (
    <div className="flex flex-col gap-2">
      <FilterBar label={t('filter.label')}>
        <SearchBox filters={filters} inputRef={searchRef} />
        <LazyPeriod filters={filters} />
        <LazyFilter name="status" label={t('filter.status')} value={texts.status} filters={filters} />
        <LazyFilter name="reason" label={t('filter.reason')} value={texts.reason} filters={filters} />
        <LazyFilter name="amount" label={t('filter.amount')} value={texts.amount} filters={filters} />
        <LazyFilter name="source" label={t('filter.source')} value={texts.source} filters={filters} />
        <LazyFilter name="more" label={t('filter.more')} value={undefined} filters={filters} />
        {isFiltered && (
          <Button variant="ghost" onClick={filters.clear}>
            {t('filter.clearAll')}
          </Button>
        )}
      </FilterBar>
      {on.length > 0 && (
        <ul aria-label={t('filter.on')} className="flex flex-wrap gap-2">
          {on.map((name) => (
            <li key={name} className="max-w-full">
              <FilterChip
                label={t(`filter.${name}`)}
                value={name === 'review' ? '' : values[name]}
                onRemove={() => filters.set({ [name]: undefined })}
                removeLabel={t('filter.remove', { name: t(`filter.${name}`) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What is on, in words; undefined where nothing is. */
function useTexts({ values, input }: Filters) {
  const t = useTranslations('payments');
  const status = statuses.find((value) => value === values.status);
  const source = sources.find((value) => value === values.source);
  const category = categories.find((value) => value === values.category);
  const { amountMin: min, amountMax: max } = input;
  const range = () => {
    if (min !== undefined && max !== undefined) {
      return min === max ? formatMoney(min) : `${formatMoney(min)} – ${formatMoney(max)}`;
    }
    if (min !== undefined) return `≥ ${formatMoney(min)}`;
    return max === undefined ? undefined : `≤ ${formatMoney(max)}`;
  };
  return {
    status: status && t(`status.${status}`),
    source: source && t(`source.${source}`),
    reason: [category && t(`category.${category}`), values.reason].filter(Boolean).join(' · ') || undefined,
    amount: range(),
  };
}
