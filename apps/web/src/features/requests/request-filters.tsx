'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, FilterBar } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ChoiceFilter } from '@/features/developers/choice-filter';
import { PeriodFilter } from '@/features/developers/period-filter';
import { TextFilter } from '@/features/developers/text-filter';
import type { ListFilters } from '@/features/developers/use-list-filters';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

export const requestFilterNames = [
  'statusClass',
  'method',
  'path',
  'errorCode',
  'idempotencyKey',
  'keyId',
  'resourceId',
] as const;

type Props = { filters: ListFilters<(typeof requestFilterNames)[number]> };

/** What the request log can be narrowed to. */
export function RequestFilters({ filters: { values, days, set, clear, isFiltered } }: Props) {
  const t = useTranslations('requests.filters');
  const word = useTranslations('developers');
  const plain = (texts: readonly string[]) => texts.map((value) => ({ value, label: value }));
  return (
    <FilterBar label={t('label')}>
      <ChoiceFilter
        label={t('statusClass')}
        options={['2xx', '4xx', '5xx'].map((value) => ({ value, label: t(`classes.${value}`) }))}
        value={values.statusClass}
        onChange={(statusClass) => set({ statusClass })}
      />
      <ChoiceFilter
        label={t('method')}
        options={plain(['GET', 'POST'])}
        value={values.method}
        onChange={(method) => set({ method })}
      />
      <TextFilter
        label={t('path')}
        description={t('pathHelp')}
        placeholder="/collect"
        value={values.path}
        onChange={(path) => set({ path })}
      />
      <TextFilter
        label={t('errorCode')}
        placeholder="invalid_input"
        value={values.errorCode}
        onChange={(errorCode) => set({ errorCode })}
      />
      <TextFilter
        label={t('idempotencyKey')}
        value={values.idempotencyKey}
        onChange={(idempotencyKey) => set({ idempotencyKey })}
      />
      <TextFilter
        label={t('resourceId')}
        description={t('resourceIdHelp')}
        value={values.resourceId}
        onChange={(resourceId) => set({ resourceId })}
      />
      <KeyFilter value={values.keyId} onChange={(keyId) => set({ keyId })} />
      <PeriodFilter value={days} onChange={({ from, to }) => set({ from, to })} />
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          {word('clearFilters')}
        </Button>
      )}
    </FilterBar>
  );
}

type KeyFilterProps = { value: string | undefined; onChange: (keyId: string | undefined) => void };

function KeyFilter({ value, onChange }: KeyFilterProps) {
  const t = useTranslations('requests.filters');
  const trpc = useTRPC();
  const tenant = useTenant();
  const keys = useQuery(trpc.keys.list.queryOptions(tenant, { enabled: usePermission('keys.read') }));
  if (!keys.data || keys.data.length === 0) return null;
  const options = keys.data.map(({ keyId, name, lastFour }) => ({ value: keyId, label: `${name} …${lastFour}` }));
  return <ChoiceFilter label={t('key')} options={options} value={value} onChange={onChange} />;
}
