'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Timeline, type TimelineItem, type Tone } from '@tillgate/ui';
import {
  CircleCheck,
  CircleX,
  Hand,
  MessageCircleQuestion,
  MessageSquare,
  SendHorizontal,
  ShieldCheck,
  TriangleAlert,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import { callbackTitle } from './callback-title.ts';
import { useMoverName } from './mover-name.tsx';
import type { DisbursementDetail } from './types.ts';

type Entry = DisbursementDetail['timeline'][number];
type Look = { tone: Tone; icon: ReactNode };

const looks: Record<Entry['kind'], Look> = {
  requested: { tone: 'neutral', icon: <Hand /> },
  approved: { tone: 'success', icon: <ShieldCheck /> },
  sent: { tone: 'info', icon: <SendHorizontal /> },
  acknowledged: { tone: 'info', icon: <MessageSquare /> },
  asked: { tone: 'neutral', icon: <MessageCircleQuestion /> },
  callback: { tone: 'neutral', icon: <MessageSquare /> },
  settled: { tone: 'success', icon: <CircleCheck /> },
  noted: { tone: 'warning', icon: <TriangleAlert /> },
  delivery: { tone: 'neutral', icon: <Webhook /> },
};

/** What happened to a payout or refund, and who or what did it. */
export function DisbursementTimeline({ detail: { timeline, disbursement } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts.timeline');
  const textsOf = useTexts(railLabel(disbursement.rail));
  const items: TimelineItem[] = timeline.map((entry, index) => ({
    id: `${index} ${entry.kind} ${entry.at}`,
    ...(entry.kind === 'settled' && entry.status === 'failed'
      ? { tone: 'danger' as const, icon: <CircleX /> }
      : looks[entry.kind]),
    ...textsOf(entry),
    meta: <Time value={entry.at} format="dateTimeSeconds" />,
  }));
  if (disbursement.status === 'pending') {
    items.push({ id: 'next', title: t('waiting'), isPending: true });
  }
  return <Timeline label={t('label')} items={items} />;
}

/** The titles of audit entries. */
const noteTitles: Record<string, 'alreadyReversed' | 'succeededLate'> = {
  'disbursement.already_reversed': 'alreadyReversed',
  'disbursement.succeeded_late': 'succeededLate',
};

function useTexts(network: string): (entry: Entry) => { title: ReactNode; detail?: ReactNode } {
  const t = useTranslations('payouts.timeline');
  const nameOf = useMoverName();
  return (entry) => {
    switch (entry.kind) {
      case 'requested':
        return { title: t('requested', { name: nameOf(entry.by) }) };
      case 'approved':
        return { title: t('approved', { name: nameOf(entry.by) }), detail: entry.note };
      case 'sent':
      case 'acknowledged':
      case 'asked':
        return { title: t(entry.kind, { network }) };
      case 'callback':
        return {
          title: t(callbackTitle(entry.about, entry.isOfInquiry), { network }),
          detail: entry.state === 'applied' ? undefined : t(`states.${entry.state}`),
        };
      case 'settled':
        return { title: t(entry.status), detail: t(`doors.${entry.door}`, { network }) };
      case 'noted':
        return { title: t(noteTitles[entry.action] ?? 'contradicted', { network }) };
      case 'delivery':
        return {
          title: t('delivery', { status: t(`deliveries.${entry.status}`) }),
          detail: <span className="break-all font-mono text-xs">{entry.url}</span>,
        };
    }
  };
}
