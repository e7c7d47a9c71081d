'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, EmptyState, PageHeader, Panel, Skeleton } from '@tillgate/ui';
import { DatabaseBackup } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Restore } from './types.ts';

const refreshMs = 30_000;

/** Restores of the database: what was forgotten, what it means for the merchant, and what to do. */
export function RestoresPage() {
  const t = useTranslations('restores');
  const tenant = useTenant();
  const query = useQuery(useTRPC().restores.list.queryOptions(tenant, { refetchInterval: refreshMs }));
  const { data } = query;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      {!data && (query.isError ? <LoadError query={query} /> : <Skeleton className="h-96 w-full rounded-lg" />)}
      {data?.length === 0 && (
        <div className="rounded-lg border bg-card">
          <EmptyState icon={<DatabaseBackup />} title={t('empty')} description={t('emptyMore')} />
        </div>
      )}
      {data?.map((restore, place) => (
        <RestorePanel key={restore.gapId} restore={restore} isLast={place === 0} />
      ))}
    </div>
  );
}

function RestorePanel({ restore, isLast }: { restore: Restore; isLast: boolean }) {
  const t = useTranslations('restores');
  const { since, openedAt, closedAt, reason } = restore;
  const isOpen = closedAt === null;
  return (
    <Panel
      title={t.rich('restored', { time: () => <Time value={since} /> })}
      actions={<Badge tone={isOpen ? 'warning' : 'neutral'}>{t(isOpen ? 'open' : 'closed')}</Badge>}
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm">{t(isOpen ? 'meaningOpen' : 'meaningClosed')}</p>
        <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
          <Fact name={t('window')}>
            <Time value={since} /> – <Time value={openedAt} />
          </Fact>
          <Fact name={t('closedAt')}>{closedAt ? <Time value={closedAt} /> : t('notYet')}</Fact>
          <Fact name={t('keys')}>{t('keysCount', { count: restore.keysForgotten })}</Fact>
          <Fact name={t('callbacks')}>
            {t('callbacksCount', { matched: restore.callbacksMatched, reviewed: restore.callbacksReviewed })}
          </Fact>
        </dl>
        <p className="text-muted-foreground text-sm">{t('reason', { reason })}</p>
        {isLast && <Steps restore={restore} />}
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  );
}

/** What a merchant does after a restore, in its order. */
function Steps({ restore: { ordersWaiting, batchesWaiting } }: { restore: Restore }) {
  const t = useTranslations('restores.steps');
  const tenant = useTenant();
  const to = (page: string) => (text: ReactNode) => (
    <Link href={tenantPath(tenant, page)} className="text-link underline">
      {text}
    </Link>
  );
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t('title')}</h3>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
        <li>{t('records')}</li>
        <li>{t.rich('statement', { link: to('reconciliation') })}</li>
        <li>{t.rich('reviews', { link: to('reviews') })}</li>
        <li>
          {t('again')}{' '}
          {ordersWaiting + batchesWaiting > 0 &&
            t.rich('waiting', {
              orders: ordersWaiting,
              batches: batchesWaiting,
              approvals: to('approvals'),
              lists: to('batches'),
            })}
        </li>
      </ol>
    </div>
  );
}
