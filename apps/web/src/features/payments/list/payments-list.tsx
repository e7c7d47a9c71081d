'use client';

import { Button, buttonVariants, EmptyState, ErrorState, Kbd, PageHeader } from '@tillgate/ui';
import { ArrowUp, Hand, ReceiptText } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { HeldLine } from '@/features/lists/held-line';
import { ListFoot } from '@/features/lists/list-foot';
import { shownColumns } from '@/features/lists/shown-columns';
import { useList } from '@/features/lists/use-list';
import { Link } from '@/features/shell/link';
import { onDemand } from '@/features/shell/on-demand';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { SavedViews } from '@/features/views/saved-views';
import { dataOf } from '@/trpc/errors';
import { type PaymentFilters as Filters, paymentList } from '../filters.ts';
import type { PaymentsPage } from '../types.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { PaymentsTable, usePaymentColumns } from './payments-table.tsx';
import { usePayments } from './use-payments.ts';
import { useRowKeys } from './use-row-keys.ts';

const PaymentsTotal = onDemand(async () => (await import('@/features/lists/list-total')).PaymentsTotal);

type Props = {
  /** What the person does not want to see. */
  hiddenColumns: string[];
  columnsChoice: ReactNode;
};

/** The list of payments: filters in the address, pages by keyset, pending rows that follow what happens. */
export function PaymentsList({ hiddenColumns, columnsChoice }: Props) {
  const t = useTranslations('payments');
  const filters = useList(paymentList);
  const { list, rows, newCount, newMore } = usePayments(filters);
  const searchRef = useRef<HTMLInputElement>(null);
  useRowKeys(searchRef);
  const columns = usePaymentColumns();
  const isEmpty = list.data?.payments.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <ExportButton list="payments" input={filters.input} />
            <CollectButton variant="secondary" />
          </>
        }
      />
      <HeldLine />
      <SavedViews page="payments" values={filters.values} />
      <PaymentFilters filters={filters} searchRef={searchRef} />
      {list.isError && !list.data ? (
        <Unreadable list={list} filters={filters} />
      ) : (
        <div className="flex flex-col gap-2">
          <div role="status" className="flex min-h-8 items-center justify-end gap-2 text-muted-foreground text-sm">
            <span className="mr-auto truncate">
              {list.data && !isEmpty && <Shown page={list.data} />}
              {filters.isFiltered && !isEmpty && <PaymentsTotal input={filters.input} />}
            </span>
            {newCount > 0 && (
              <Button size="sm" icon={<ArrowUp aria-hidden="true" />} onClick={() => void list.refetch()}>
                {newMore ? t('list.newMore', { count: newCount }) : t('list.new', { count: newCount })}
              </Button>
            )}
            {columnsChoice}
          </div>
          <PaymentsTable
            columns={shownColumns(columns, hiddenColumns)}
            rows={rows}
            isLoading={list.isPending}
            isStale={list.isPlaceholderData}
            empty={<Nothing filters={filters} />}
          />
          {list.data && (!isEmpty || list.data.older || list.data.newer) && (
            <ListFoot
              page={{ ...list.data, count: list.data.payments.length }}
              isFetching={list.isPlaceholderData}
              turnTo={filters.turnTo}
              label={t('list.pages')}
              summary={<ListKeys />}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** How many rows are on the page. There is no total: counting millions of rows takes too long. */
function Shown({ page }: { page: PaymentsPage }) {
  const t = useTranslations('payments');
  const count = page.payments.length;
  return <span>{page.older ? t('list.shownMore', { count }) : t('list.shown', { count })}</span>;
}

/** How to read the list without a mouse. */
function ListKeys() {
  const t = useTranslations('payments.list');
  return (
    <span className="hidden items-center gap-1.5 text-xs sm:inline-flex">
      <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keysWalk')} <Kbd>Enter</Kbd> {t('keysOpen')} <Kbd>/</Kbd> {t('keysSearch')}
    </span>
  );
}

function CollectButton({ variant }: { variant: 'primary' | 'secondary' }) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  return (
    <Permitted permission="payments.collect">
      <Link href={tenantPath(tenant, 'collect')} className={buttonVariants({ variant })}>
        <Hand aria-hidden="true" />
        {t('collect')}
      </Link>
    </Permitted>
  );
}

function Nothing({ filters }: { filters: Filters }) {
  const t = useTranslations('payments');
  const icon = <ReceiptText aria-hidden="true" />;
  if (!filters.isAtTop) {
    const back = <Button onClick={() => filters.turnTo({})}>{t('empty.newest')}</Button>;
    return <EmptyState icon={icon} title={t('empty.end')} action={back} />;
  }
  if (filters.isFiltered) {
    const clear = <ClearButton filters={filters} />;
    return <EmptyState icon={icon} title={t('empty.filtered')} description={t('empty.filteredMore')} action={clear} />;
  }
  return (
    <EmptyState
      icon={icon}
      title={t('empty.title')}
      description={t('empty.more')}
      action={<CollectButton variant="primary" />}
    />
  );
}

function ClearButton({ filters }: { filters: Filters }) {
  const t = useTranslations('lists');
  return <Button onClick={filters.clear}>{t('clear')}</Button>;
}

type UnreadableProps = { list: { error: unknown; isFetching: boolean; refetch: () => unknown }; filters: Filters };

/** The list could not be loaded: a filter that the server refused can be taken off, anything else can be tried again. */
function Unreadable({ list, filters }: UnreadableProps) {
  const t = useTranslations('payments');
  const isRefused = dataOf(list.error)?.domainCode === 'invalid_input';
  return (
    <div className="rounded-lg border bg-card">
      <ErrorState
        title={isRefused ? t('error.filter') : t('error.title')}
        description={useMessageOf()(list.error)}
        detail={isRefused ? undefined : dataOf(list.error)?.requestId}
        onRetry={isRefused ? undefined : () => void list.refetch()}
        isRetrying={list.isFetching}
        action={isRefused && <ClearButton filters={filters} />}
      />
    </div>
  );
}
