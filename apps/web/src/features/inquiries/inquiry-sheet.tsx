'use client';

import { useQuery } from '@tanstack/react-query';
import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge, Callout, JsonView, KeyValueList, Sheet, Skeleton, Spinner } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { NetworkBadge } from '@/features/rails/network-badge';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { InquiryDetail } from './types.ts';

const pendingMs = 1_000;

/** The answer to one question, readable first, and then in the provider's own words. */
export function InquirySheet({ queryId, onClose }: { queryId: string; onClose: () => void }) {
  const t = useTranslations('inquiries');
  const trpc = useTRPC();
  const tenant = useTenant();
  const query = useQuery(
    trpc.inquiries.get.queryOptions(
      { ...tenant, queryId },
      { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingMs : false) },
    ),
  );
  const { data } = query;
  return (
    <Sheet onClose={onClose} title={data ? t(`kinds.${data.kind}`) : t('detail.title')}>
      {query.isError ? <LoadError query={query} /> : data ? <Detail detail={data} /> : <Loading />}
    </Sheet>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-16 w-full rounded-lg" />
      <Skeleton className="h-48 w-full rounded-lg" />
    </div>
  );
}

function Detail({ detail }: { detail: InquiryDetail }) {
  const t = useTranslations('inquiries.detail');
  const network = railLabel(detail.rail);
  return (
    <div className="flex flex-col gap-4">
      <NetworkBadge rail={detail.rail} className="self-start" />
      <div aria-live="polite">
        <Answer detail={detail} />
      </div>
      <KeyValueList
        items={[
          detail.transactionId !== null && {
            label: t('receipt'),
            value: detail.transactionId,
            mono: true,
            copy: detail.transactionId,
          },
          { label: t('askedAt'), value: <Time value={detail.createdAt} format="dateTimeSeconds" /> },
          detail.endedAt !== null && {
            label: t('endedAt'),
            value: <Time value={detail.endedAt} format="dateTimeSeconds" />,
          },
          detail.resultCode !== null && {
            label: t('result'),
            value: `${detail.resultCode}${detail.resultDesc ? ` · ${detail.resultDesc}` : ''}`,
          },
          { label: t('id'), value: detail.queryId, mono: true, copy: detail.queryId },
          detail.conversationId !== null && {
            label: t('conversationId'),
            value: detail.conversationId,
            mono: true,
            copy: detail.conversationId,
          },
        ]}
      />
      {detail.raw && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold text-sm">{t('raw', { network })}</h3>
          <JsonView value={detail.raw} label={t('raw', { network })} />
        </section>
      )}
    </div>
  );
}

function Answer({ detail }: { detail: InquiryDetail }) {
  const t = useTranslations('inquiries.detail');
  const network = railLabel(detail.rail);
  if (detail.status === 'pending') {
    return (
      <Callout tone="info" icon={<Spinner />} title={t('pending')}>
        {t('pendingMore', { network })}
      </Callout>
    );
  }
  if (detail.status === 'failed') {
    return (
      <Callout tone="danger" title={detail.decoded?.title ?? t('failed', { network })}>
        <p>{detail.decoded?.cause ?? detail.resultDesc}</p>
        {detail.decoded?.fix && <p className="mt-1 text-muted-foreground">{detail.decoded.fix}</p>}
      </Callout>
    );
  }
  if (detail.accounts) return <Accounts accounts={detail.accounts} network={network} />;
  return detail.transaction && <Transaction transaction={detail.transaction} />;
}

type AccountsProps = { accounts: NonNullable<InquiryDetail['accounts']>; network: string };

function Accounts({ accounts, network }: AccountsProps) {
  const t = useTranslations('inquiries.detail');
  if (accounts.length === 0) return <Callout tone="warning">{t('noAccounts', { network })}</Callout>;
  return (
    <ul className="divide-y rounded-lg border">
      {accounts.map(({ name, currency, available, reserved, uncleared }) => (
        <li key={`${name} ${currency}`} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2.5">
          <span className="text-sm">{name}</span>
          <span className="font-semibold text-base">{available === null ? '—' : formatMoney(available, currency)}</span>
          <span className="w-full text-muted-foreground text-xs">
            {[
              reserved !== null && t('reserved', { sum: formatMoney(reserved, currency) }),
              uncleared !== null && t('uncleared', { sum: formatMoney(uncleared, currency) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Transaction({ transaction }: { transaction: NonNullable<InquiryDetail['transaction']> }) {
  const t = useTranslations('inquiries.detail');
  const { transactionStatus, amount, receipt, initiatedAt, completedAt, debitParty, creditParty, reason } = transaction;
  const isDone = transactionStatus?.toLowerCase() === 'completed';
  return (
    <div className="flex flex-col gap-1 rounded-lg border px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2 py-1">
        <span className="font-semibold text-lg">{amount === null ? '—' : formatMoney(amount)}</span>
        <Badge tone={isDone ? 'success' : 'neutral'}>{transactionStatus ?? t('noStatus')}</Badge>
      </div>
      <KeyValueList
        items={[
          receipt !== null && { label: t('receipt'), value: receipt, mono: true, copy: receipt },
          debitParty !== null && { label: t('from'), value: debitParty },
          creditParty !== null && { label: t('to'), value: creditParty },
          initiatedAt !== null && { label: t('initiatedAt'), value: <Time value={initiatedAt} /> },
          completedAt !== null && { label: t('completedAt'), value: <Time value={completedAt} /> },
          reason !== null && { label: t('reason'), value: reason },
        ]}
      />
    </div>
  );
}
