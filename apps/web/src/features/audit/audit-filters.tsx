'use client';

import { Button, FilterBar } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ChoiceFilter } from '@/features/developers/choice-filter';
import { PeriodFilter } from '@/features/developers/period-filter';
import { TextFilter } from '@/features/developers/text-filter';
import type { ListFilters } from '@/features/developers/use-list-filters';

export const auditFilterNames = ['actorKind', 'action', 'subjectId', 'only'] as const;

const actorKinds = ['person', 'key', 'operator', 'provider', 'system'] as const;
/** What entries are about: the noun of their action. */
const nouns = [
  'application',
  'approval_policy',
  'c2b',
  'credentials',
  'delivery',
  'disbursement',
  'endpoint',
  'invitation',
  'key',
  'member',
  'order',
  'organization',
  'payment',
  'recovery',
  'view',
] as const;

type Props = { filters: ListFilters<(typeof auditFilterNames)[number]> };

export function AuditFilters({ filters: { values, days, set, clear, isFiltered } }: Props) {
  const t = useTranslations('audit');
  const word = useTranslations('developers');
  return (
    <FilterBar label={t('filters.label')}>
      <ChoiceFilter
        label={t('filters.action')}
        options={nouns.map((value) => ({ value, label: t(`nouns.${value}`) }))}
        value={values.action}
        onChange={(action) => set({ action })}
      />
      <ChoiceFilter
        label={t('filters.actorKind')}
        options={actorKinds.map((value) => ({ value, label: t(`actorKinds.${value}`) }))}
        value={values.actorKind}
        onChange={(actorKind) => set({ actorKind })}
      />
      <ChoiceFilter
        label={t('filters.only')}
        options={(['sandbox', 'production'] as const).map((value) => ({ value, label: t(`environments.${value}`) }))}
        value={values.only}
        onChange={(only) => set({ only })}
      />
      <TextFilter
        label={t('filters.subjectId')}
        description={t('filters.subjectIdHelp')}
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
