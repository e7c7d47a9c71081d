'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, DataTable, type DataTableColumn, EmptyState, PageHeader } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import type { DescribedActor } from '@/features/actors/types';
import { ListFoot } from '@/features/lists/list-foot';
import { centsText } from '@/features/money/cents';
import { LoadError } from '@/features/shell/load-error';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import { dayName, isDay } from '@/format/day-name';
import { useTRPC } from '@/trpc/client';
import { DayMailButton } from './day-mail-button.tsx';
import { StateBadge } from './state-badge.tsx';
import type { DayRow } from './types.ts';

const refreshMs = 60_000;
const daysPerPage = 31;
const dayMs = 86_400_000;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const parameters = ['to'] as const;

/** Business days, newest first: which are signed off, and which changed since. */
export function DaysPage() {
  const t = useTranslations('closing');
  const tenant = useTenant();
  const [{ to: given }, setAddress] = useAddress(parameters);
  const to = given && isDay(given) ? given : undefined;
  const query = useQuery(
    useTRPC().days.list.queryOptions(
      { ...tenant, to, count: daysPerPage },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  const { data } = query;
  const days = data?.days ?? [];
  const newest = days[0]?.day;
  const isNewest = newest === undefined || newest === data?.today;
  const next = newest && dayAfter(newest, -daysPerPage);
  const older = next && data && next >= data.first ? next : null;
  const newer = newest && data && !isNewest ? earlier(dayAfter(newest, daysPerPage), data.today) : null;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Permitted permission="days.signOff">
            <DayMailButton />
          </Permitted>
        }
      />
      <DataTable
        columns={useColumns(data?.people ?? {})}
        rows={days}
        rowKey={({ day }) => day}
        getRowHref={({ day }) => tenantPath(tenant, `days/${day}`)}
        isLoading={query.isPending}
        skeletonRows={daysPerPage}
        empty={query.isError ? <LoadError query={query} /> : <EmptyState title={t('list.empty')} />}
        caption={t('list.caption')}
      />
      <ListFoot
        page={newest ? { count: days.length, newer, older } : undefined}
        isFetching={query.isPlaceholderData}
        summary={newer || older ? t('list.days', { count: days.length }) : undefined}
        turnTo={({ before, after }) => setAddress({ to: (before ?? after) === data?.today ? null : (before ?? after) })}
      />
    </div>
  );
}

/** Most days are like each other: only those that say something have a badge. */
function State({ state }: Pick<DayRow, 'state'>) {
  const t = useTranslations('closing.states');
  return state === 'open' ? <span className="text-muted-foreground">{t(state)}</span> : <StateBadge state={state} />;
}

/** A number under its heading; on a phone, where there is no heading, in words. */
function OpenItems({ count }: { count: number }) {
  const t = useTranslations('closing.list');
  if (count === 0) return <span className="text-muted-foreground max-sm:hidden">—</span>;
  return (
    <Badge tone="warning">
      <span className="max-sm:hidden">{count}</span>
      <span className="sm:hidden">{t('openCount', { count })}</span>
    </Badge>
  );
}

const earlier = (one: string, other: string) => (one < other ? one : other);

function useColumns(people: Record<string, DescribedActor>): DataTableColumn<DayRow>[] {
  const t = useTranslations('closing');
  const nameOf = useActorName();
  const { locale } = usePreferences();
  const signer = ({ signOffs: [latest] }: DayRow) => {
    const person = latest && people[latest.signedBy];
    return person ? nameOf(person) : '—';
  };
  return [
    { id: 'day', header: t('list.day'), cell: ({ day }) => dayName(day, locale), phone: 'start' },
    { id: 'state', header: t('list.state'), cell: ({ state }) => <State state={state} />, phone: 'below' },
    {
      id: 'signer',
      header: t('list.signedBy'),
      cell: (row) => <span className="block max-w-48 truncate">{signer(row)}</span>,
      hideBelow: 'md',
      phone: 'hidden',
    },
    {
      id: 'open',
      header: t('list.open'),
      cell: ({ openPoints }) => <OpenItems count={openPoints} />,
      align: 'right',
      hideBelow: 'sm',
      phone: 'below',
    },
    {
      id: 'collected',
      header: t('figures.collected'),
      cell: ({ figures }) => centsText(figures.collected),
      align: 'right',
      phone: 'end',
    },
    {
      id: 'refunded',
      header: t('figures.refunded'),
      cell: ({ figures }) => centsText(figures.refunded),
      align: 'right',
      hideBelow: 'md',
      phone: 'hidden',
    },
    {
      id: 'paidOut',
      header: t('figures.paidOut'),
      cell: ({ figures }) => centsText(figures.paidOut),
      align: 'right',
      hideBelow: 'md',
      phone: 'hidden',
    },
  ];
}
