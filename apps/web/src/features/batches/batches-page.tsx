'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buttonVariants } from '@tillgate/ui';
import { ListChecks, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ListFilters } from '@/features/lists/list-filters';
import { ListPage } from '@/features/lists/list-page';
import { useList } from '@/features/lists/use-list';
import { Link } from '@/features/shell/link';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import { useBatchColumns } from './batch-columns.tsx';
import { batchList } from './filters.ts';

const refreshMs = 10_000;

/** The payout batches of an application in one environment. */
export function BatchesPage() {
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(batchList);
  const batches = useQuery(
    trpc.batches.list.queryOptions(
      { ...tenant, ...list.input },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  return (
    <ListPage
      list={list}
      actions={<NewBatchButton />}
      filters={<ListFilters list={list} />}
      query={batches}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => tenantPath(tenant, `batches/${id}`)}
      nameOf={({ amount }) => formatMoney(amount)}
      columns={useBatchColumns()}
      icon={<ListChecks />}
      emptyAction={<NewBatchButton />}
    />
  );
}

function NewBatchButton() {
  const t = useTranslations('batches.new');
  const tenant = useTenant();
  return (
    <Permitted permission="batches.request">
      <Link href={tenantPath(tenant, 'batches/new')} className={buttonVariants({ variant: 'primary' })}>
        <Plus aria-hidden="true" />
        {t('open')}
      </Link>
    </Permitted>
  );
}
