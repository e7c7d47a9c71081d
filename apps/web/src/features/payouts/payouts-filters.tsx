'use client';

import { Button, Field, FilterBar, FilterPopover, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ChoiceFilter } from '@/features/developers/choice-filter';
import { PeriodFilter } from '@/features/developers/period-filter';
import { TextFilter } from '@/features/developers/text-filter';
import type { ListFilters } from '@/features/developers/use-list-filters';
import { formatMoney } from '@/format';
import { readAmount } from './entry.ts';

/** In the address of the list. */
export const filterNames = ['search', 'kind', 'status', 'min', 'max', 'phone', 'receipt', 'mine', 'review'] as const;
export type PayoutFilters = ListFilters<(typeof filterNames)[number]>;

/** What the list of payouts and refunds can be narrowed by. */
export function PayoutsFilters({ filters }: { filters: PayoutFilters }) {
  const t = useTranslations('payouts');
  const { values, set } = filters;
  return (
    <FilterBar label={t('filters.label')}>
      <TextFilter
        label={t('filters.search')}
        description={t('filters.searchHelp')}
        value={values.search}
        onChange={(search) => set({ search })}
      />
      <ChoiceFilter
        label={t('filters.kind')}
        options={(['payout', 'reversal'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={values.kind}
        onChange={(kind) => set({ kind })}
      />
      <ChoiceFilter
        label={t('filters.status')}
        options={(['pending', 'success', 'failed'] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
        value={values.status}
        onChange={(status) => set({ status })}
      />
      <AmountFilter filters={filters} />
      <PeriodFilter value={filters.days} onChange={({ from, to }) => set({ from, to })} />
      <TextFilter label={t('filters.phone')} value={values.phone} onChange={(phone) => set({ phone })} />
      <TextFilter label={t('filters.receipt')} value={values.receipt} onChange={(receipt) => set({ receipt })} />
      <Toggle filters={filters} name="mine" label={t('filters.mine')} />
      <Toggle filters={filters} name="review" label={t('filters.review')} />
      {filters.isFiltered && (
        <Button variant="ghost" onClick={filters.clear}>
          {t('filters.clear')}
        </Button>
      )}
    </FilterBar>
  );
}

function Toggle({ filters, name, label }: { filters: PayoutFilters; name: 'mine' | 'review'; label: string }) {
  const isOn = filters.values[name] === '1';
  return (
    <Button
      aria-pressed={isOn}
      className={isOn ? 'border-primary' : 'border-dashed'}
      onClick={() => filters.set({ [name]: isOn ? undefined : '1' })}
    >
      {label}
    </Button>
  );
}

function AmountFilter({ filters: { values, set } }: { filters: PayoutFilters }) {
  const t = useTranslations('payouts.filters');
  const [draft, setDraft] = useState({ min: '', max: '' });
  const { min, max } = values;
  const money = (text: string) => formatMoney(readAmount(text) ?? 0);
  const shown = min && max ? `${money(min)} – ${money(max)}` : min ? `≥ ${money(min)}` : max ? `≤ ${money(max)}` : '';
  const digits = (text: string) => readAmount(text)?.toString();
  return (
    <FilterPopover
      label={t('amount')}
      value={shown || undefined}
      onOpenChange={(isOpen) => isOpen && setDraft({ min: min ?? '', max: max ?? '' })}
      onApply={() => set({ min: digits(draft.min), max: digits(draft.max) })}
      applyLabel={t('apply')}
      onClear={() => set({ min: undefined, max: undefined })}
    >
      {(['min', 'max'] as const).map((end) => (
        <Field key={end} label={t(end)}>
          <Input
            prefix="KES"
            inputMode="numeric"
            value={draft[end]}
            onChange={(event) => setDraft({ ...draft, [end]: event.target.value })}
          />
        </Field>
      ))}
    </FilterPopover>
  );
}
