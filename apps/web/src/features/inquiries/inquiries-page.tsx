'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, CardHeader, DataTable, EmptyState, PageHeader } from '@tillgate/ui';
import { MessageCircleQuestion } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { FilterControls } from '@/features/lists/filter-controls';
import { ListFoot } from '@/features/lists/list-foot';
import { useList } from '@/features/lists/use-list';
import { useRowHref } from '@/features/lists/use-row-href';
import { useNetworkOptions, useSaidNetwork } from '@/features/rails/use-networks';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { Permitted } from '@/features/shell/permitted';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { AskForms } from './ask-forms.tsx';
import { inquiryList } from './filters.ts';
import { useInquiryColumns } from './inquiry-columns.tsx';

const InquirySheet = onDemand(() => import('./inquiry-sheet.tsx').then((part) => part.InquirySheet));

const pendingMs = 2_000;
const parameters = ['inquiry'] as const;

/** Inquiries: sent here, answered later, and listed permanently. */
export function InquiriesPage() {
  const t = useTranslations('inquiries');
  const said = useSaidNetwork();
  const trpc = useTRPC();
  const tenant = useTenant();
  const [{ inquiry: openId }, setAddress] = useAddress(parameters);
  const show = (inquiry: string | null) => setAddress({ inquiry }, 'replace');
  const hrefOf = useRowHref('inquiry');
  const list = useList(inquiryList);
  const page = useQuery(
    trpc.inquiries.list.queryOptions(
      { ...tenant, ...list.input },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'pending') ? pendingMs : false),
      },
    ),
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description', said)}
        actions={<ExportButton list="inquiries" input={list.input} />}
      />
      <Permitted permission="inquiries.ask">
        <AskForms onAnswered={show} />
      </Permitted>
      <Card>
        <CardHeader title={t('list.title')} actions={<FilterControls list={list} options={useNetworkOptions()} />} />
        <DataTable
          isEmbedded
          columns={useInquiryColumns()}
          rows={page.data?.rows ?? []}
          rowKey={({ queryId }) => queryId}
          getRowHref={({ queryId }) => hrefOf(queryId)}
          selectedKey={openId ?? undefined}
          isLoading={page.isPending}
          skeletonRows={8}
          empty={page.isError ? <LoadError query={page} /> : <NoInquiries isFiltered={list.isFiltered} />}
          caption={t('list.title')}
        />
      </Card>
      <ListFoot
        page={page.data && { ...page.data, count: page.data.rows.length }}
        isFetching={page.isPlaceholderData}
        turnTo={list.turnTo}
      />
      {openId && <InquirySheet queryId={openId} onClose={() => show(null)} />}
    </div>
  );
}

function NoInquiries({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('inquiries.list');
  if (isFiltered) return <EmptyState title={t('noMatch')} />;
  return <EmptyState icon={<MessageCircleQuestion />} title={t('empty')} description={t('emptyMore')} />;
}
