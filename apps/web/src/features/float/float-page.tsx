'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buttonVariants, EmptyState, PageHeader, SegmentedControl, Skeleton } from '@tillgate/ui';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { AccountCard } from './account-card.tsx';
import type { FloatAccount } from './types.ts';

const refreshMs = 30_000;
const spans = ['7', '30', '90'] as const;
const daysOf = { 7: 7, 30: 30, 90: 90 } as const;

/** The balances, runways and thresholds of the accounts. */
export function FloatPage() {
  const t = useTranslations('float');
  const tenant = useTenant();
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const query = useQuery(
    useTRPC().float.get.queryOptions(
      { ...tenant, days: daysOf[span] },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  const { data } = query;
  const accounts = data?.accounts ?? [];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description', useSaidNetwork())}
        actions={
          <SegmentedControl
            label={t('span')}
            size="sm"
            value={span}
            onValueChange={setSpan}
            options={spans.map((value) => ({ value, label: t('days', { count: value }) }))}
          />
        }
      />
      {!data && (query.isError ? <LoadError query={query} /> : <Skeleton className="h-96 w-full rounded-lg" />)}
      {data?.accounts.length === 0 && <Empty />}
      <Cards accounts={accounts.filter(({ isForPayouts }) => isForPayouts)} />
      {/* Cards without a chart are low, and others follow them closely. */}
      <div className="gap-4 xl:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
        <Cards accounts={accounts.filter(({ isForPayouts }) => !isForPayouts)} />
      </div>
    </div>
  );
}

function Cards({ accounts }: { accounts: FloatAccount[] }) {
  return accounts.map((account) => <AccountCard key={`${account.shortcode} ${account.account}`} account={account} />);
}

function Empty() {
  const t = useTranslations('float');
  const said = useSaidNetwork();
  const tenant = useTenant();
  const mayAsk = usePermission('inquiries.ask');
  const link = (
    <Link href={tenantPath(tenant, 'inquiries')} className={buttonVariants({ variant: 'primary' })}>
      {t('ask')}
    </Link>
  );
  return (
    <div className="rounded-lg border bg-card">
      <EmptyState icon={<Wallet />} title={t('empty')} description={t('emptyMore', said)} action={mayAsk && link} />
    </div>
  );
}
