'use client';

import { Badge, type DataTableColumn, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { NetworkBadge } from '@/features/rails/network-badge';
import { useNetworks } from '@/features/rails/use-networks';
import { formatMoney, Time } from '@/format';
import { type Account, accountsShown } from './accounts-shown.ts';
import type { InquiryRow } from './types.ts';

const tones: Record<InquiryRow['status'], Tone> = { pending: 'warning', answered: 'success', failed: 'danger' };

/** The answer in a few words, for the list. */
function useAnswerText(): (row: InquiryRow) => string {
  const t = useTranslations('inquiries');
  return ({ kind, status, result, resultDesc }) => {
    if (status === 'failed') return resultDesc ?? t('statuses.failed');
    if (result === null || result === undefined) return '—';
    if (kind === 'account_balance') {
      const accounts = Array.isArray(result) ? (result as Account[]) : [];
      const shown = accountsShown(accounts);
      const rest = accounts.length - shown.length;
      const texts = shown.map(
        ({ name, available, currency }) => `${name}: ${available === null ? '—' : formatMoney(available, currency)}`,
      );
      return [...texts, rest > 0 && t('list.moreAccounts', { count: rest })].filter(Boolean).join(' · ') || '—';
    }
    const { transactionStatus, amount } = result as { transactionStatus: string | null; amount: string | null };
    return [transactionStatus, amount && formatMoney(amount)].filter(Boolean).join(' · ') || '—';
  };
}

export function useInquiryColumns(): DataTableColumn<InquiryRow>[] {
  const t = useTranslations('inquiries');
  const answerOf = useAnswerText();
  const hasNetworks = useNetworks().length > 0;
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
    ...(hasNetworks
      ? [
          {
            id: 'network',
            header: t('list.network'),
            cell: ({ rail }: InquiryRow) => <NetworkBadge rail={rail} />,
            hideBelow: 'md' as const,
            phone: 'below' as const,
          },
        ]
      : []),
    {
      id: 'answer',
      header: t('list.answer'),
      isLong: true,
      cell: answerOf,
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
