'use client';

import { useQuery } from '@tanstack/react-query';
import {
  Badge,
  buttonVariants,
  Callout,
  Card,
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  PageHeader,
  Skeleton,
  type Tone,
} from '@tillgate/ui';
import { Store } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { HookToken } from './hook-token.tsx';
import { OpenHook } from './open-hook.tsx';
import { PullCard } from './pull-card.tsx';
import { Registration } from './registration.tsx';
import { RulesCard } from './rules-card.tsx';
import type { OfflineState } from './types.ts';

const refreshMs = 5_000;
type Payment = OfflineState['recent'][number];

/** Offline payments: their registration with the provider, the rules that accept them, and the latest ones. */
export function OfflinePage() {
  const t = useTranslations('offline');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayReadPayments = usePermission('payments.read');
  const query = useQuery(trpc.offline.state.queryOptions(tenant, { refetchInterval: refreshMs }));
  const state = query.data;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          mayReadPayments && (
            <Link href={`${tenantPath(tenant, 'payments')}?source=c2b`} className={buttonVariants()}>
              {t('allPayments')}
            </Link>
          )
        }
      />
      {!state && (query.isError ? <LoadError query={query} /> : <Loading />)}
      {state && (
        <>
          {state.isHookOpen && <OpenHook />}
          <Registration state={state} />
          {state.pulls && <PullCard pulls={state.pulls} />}
          {state.held.length > 0 && <Held held={state.held} />}
          {state.flagged.length > 0 && (
            <Payments title={t('flagged.title')} more={t('flagged.more')} rows={state.flagged} />
          )}
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <RulesCard
              rules={state.rules}
              hasUnusablePattern={state.patternProblem !== null}
              isTill={state.account?.product === 'till'}
            />
            <Payments title={t('recent.title')} rows={state.recent} />
          </div>
          {state.hasHook && <HookToken state={state} />}
        </>
      )}
    </div>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-36 w-full rounded-lg" />
      <div className="grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
    </>
  );
}

/** Payments that were announced and could not be recorded yet. */
function Held({ held }: { held: OfflineState['held'] }) {
  const t = useTranslations('offline.held');
  return (
    <Callout tone="warning" title={t('title', { count: held.length })}>
      <p>{t('more')}</p>
      <ul className="mt-1 list-disc pl-5">
        {held.map(({ callbackId, receivedAt, error }) => (
          <li key={callbackId}>
            <Time value={receivedAt} />
            {error && `: ${error}`}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

const tones: Record<Payment['status'], Tone> = { pending: 'warning', success: 'success', failed: 'danger' };

function Payments({ title, more, rows }: { title: string; more?: string; rows: Payment[] }) {
  const t = useTranslations('offline.recent');
  const tenant = useTenant();
  const columns: DataTableColumn<Payment>[] = [
    { id: 'time', header: t('time'), cell: ({ createdAt }) => <Time value={createdAt} format="relative" /> },
    { id: 'reference', header: t('reference'), cell: ({ accountRef }) => accountRef || '—', phone: 'start' },
    {
      id: 'receipt',
      header: t('receipt'),
      cell: ({ providerReceipt }) => providerReceipt ?? '—',
      mono: true,
      hideBelow: 'md',
    },
    { id: 'amount', header: t('amount'), cell: ({ amount }) => formatMoney(amount), align: 'right', phone: 'end' },
    {
      id: 'status',
      header: t('status'),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>,
    },
  ];
  return (
    <Card>
      <CardHeader title={title} description={more} />
      <DataTable
        isEmbedded
        columns={columns}
        rows={rows}
        rowKey={({ paymentId }) => paymentId}
        getRowHref={({ paymentId }) => tenantPath(tenant, `payments/${paymentId}`)}
        empty={<EmptyState icon={<Store />} title={t('empty')} description={t('emptyMore')} />}
        caption={title}
      />
    </Card>
  );
}
