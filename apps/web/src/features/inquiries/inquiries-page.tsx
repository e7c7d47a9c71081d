'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Badge,
  Card,
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  PageHeader,
  type Tone,
} from '@tillgate/ui';
import { MessageCircleQuestion } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { ChoiceFilter } from '@/features/developers/choice-filter';
import { ListPages } from '@/features/developers/list-pages';
import { LoadError } from '@/features/developers/load-error';
import { useListFilters } from '@/features/developers/use-list-filters';
import { useRowHref } from '@/features/developers/use-row-href';
import { Permitted } from '@/features/shell/permitted';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { AskForms } from './ask-forms.tsx';
import { moneyText } from './sums.ts';
import type { InquiryRow } from './types.ts';

const InquirySheet = dynamic(() => import('./inquiry-sheet.tsx').then((part) => part.InquirySheet));

const pendingMs = 2_000;
const filterNames = ['kind', 'status'] as const;
const tones: Record<InquiryRow['status'], Tone> = { pending: 'warning', answered: 'success', failed: 'danger' };

/** Inside of a card, which has the border. */
const embedded = 'rounded-t-none border-0';

/** Questions to the provider: asked here, answered later, all of them kept. */
export function InquiriesPage() {
  const t = useTranslations('inquiries');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [openId, setOpenId] = useQueryState('inquiry', parseAsString);
  const hrefOf = useRowHref('inquiry');
  const filters = useListFilters(filterNames);
  const { kind, status } = filters.values;
  const { before, after } = filters.page;
  const list = useQuery(
    trpc.inquiries.list.queryOptions(
      {
        ...tenant,
        kind: kind === 'transaction_status' || kind === 'account_balance' ? kind : undefined,
        status: status === 'pending' || status === 'answered' || status === 'failed' ? status : undefined,
        before,
        after,
      },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'pending') ? pendingMs : false),
      },
    ),
  );
  const empty = list.isError ? (
    <LoadError query={list} />
  ) : filters.isFiltered ? (
    <EmptyState title={t('list.noMatch')} />
  ) : (
    <EmptyState icon={<MessageCircleQuestion />} title={t('list.empty')} description={t('list.emptyMore')} />
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <Permitted permission="inquiries.ask">
        <AskForms onAnswered={setOpenId} />
      </Permitted>
      <Card>
        <CardHeader
          title={t('list.title')}
          actions={
            <>
              <ChoiceFilter
                label={t('list.kind')}
                options={(['transaction_status', 'account_balance'] as const).map((value) => ({
                  value,
                  label: t(`kinds.${value}`),
                }))}
                value={kind}
                onChange={(next) => filters.set({ kind: next })}
              />
              <ChoiceFilter
                label={t('list.status')}
                options={(['pending', 'answered', 'failed'] as const).map((value) => ({
                  value,
                  label: t(`statuses.${value}`),
                }))}
                value={status}
                onChange={(next) => filters.set({ status: next })}
              />
            </>
          }
        />
        <DataTable
          className={embedded}
          columns={useColumns()}
          rows={list.data?.rows ?? []}
          rowKey={({ queryId }) => queryId}
          getRowHref={({ queryId }) => hrefOf(queryId)}
          selectedKey={openId ?? undefined}
          isLoading={list.isPending}
          skeletonRows={8}
          empty={empty}
          caption={t('list.title')}
        />
      </Card>
      <ListPages page={list.data} isFetching={list.isPlaceholderData} turnTo={filters.turnTo} />
      {openId && <InquirySheet queryId={openId} onClose={() => void setOpenId(null)} />}
    </div>
  );
}

/** The answer in a few words, for the list. */
function useAnswerText(): (row: InquiryRow) => string {
  const t = useTranslations('inquiries');
  return ({ kind, status, result, resultDesc }) => {
    if (status === 'failed') return resultDesc ?? t('statuses.failed');
    if (result === null || result === undefined) return '—';
    if (kind === 'account_balance') {
      const accounts = Array.isArray(result) ? (result as { name: string; available: string; currency: string }[]) : [];
      return accounts.map(({ name, available, currency }) => `${name}: ${moneyText(available, currency)}`).join(' · ');
    }
    const { transactionStatus, amount } = result as { transactionStatus: string | null; amount: string | null };
    return [transactionStatus, amount && moneyText(amount)].filter(Boolean).join(' · ') || '—';
  };
}

function useColumns(): DataTableColumn<InquiryRow>[] {
  const t = useTranslations('inquiries');
  const answerOf = useAnswerText();
  return [
    { id: 'time', header: t('list.time'), cell: ({ createdAt }) => <Time value={createdAt} />, phone: 'below' },
    {
      id: 'question',
      header: t('list.question'),
      cell: ({ kind, transactionId }) => (
        <>
          {t(`kinds.${kind}`)} {transactionId && <span className="ml-1 font-mono text-xs">{transactionId}</span>}
        </>
      ),
      phone: 'start',
    },
    {
      id: 'answer',
      header: t('list.answer'),
      cell: (row) => <span className="block max-w-96 truncate max-sm:max-w-72">{answerOf(row)}</span>,
    },
    {
      id: 'status',
      header: t('list.status'),
      cell: ({ status }) => (
        <Badge tone={tones[status]} dot={status === 'pending'}>
          {t(`statuses.${status}`)}
        </Badge>
      ),
      phone: 'end',
    },
  ];
}
