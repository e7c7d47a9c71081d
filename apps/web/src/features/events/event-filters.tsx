'use client';

import { Button, FilterBar } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ChoiceFilter } from '@/features/developers/choice-filter';
import { eventTypes } from '@/features/developers/event-types';
import { PeriodFilter } from '@/features/developers/period-filter';
import { TextFilter } from '@/features/developers/text-filter';
import type { ListFilters } from '@/features/developers/use-list-filters';

export const eventFilterNames = ['type', 'delivery', 'subjectId'] as const;

const deliveryStates = ['exhausted', 'due', 'delivered', 'cancelled', 'none'] as const;

type Props = { filters: ListFilters<(typeof eventFilterNames)[number]> };

export function EventFilters({ filters: { values, days, set, clear, isFiltered } }: Props) {
  const t = useTranslations('events.filters');
  const word = useTranslations('developers');
  return (
    <FilterBar label={t('label')}>
      <ChoiceFilter
        label={t('type')}
        options={eventTypes.map((value) => ({ value, label: value }))}
        value={values.type}
        onChange={(type) => set({ type })}
      />
      <ChoiceFilter
        label={t('delivery')}
        options={deliveryStates.map((value) => ({ value, label: word(`deliveryStatus.${value}`) }))}
        value={values.delivery}
        onChange={(delivery) => set({ delivery })}
      />
      <TextFilter
        label={t('subjectId')}
        description={t('subjectIdHelp')}
        value={values.subjectId}
        onChange={(subjectId) => set({ subjectId })}
      />
      <PeriodFilter value={days} onChange={({ from, to }) => set({ from, to })} />
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          {word('clearFilters')}
        </Button>
      )}
    </FilterBar>
  );
}
