'use client';

import { Timeline, type TimelineItem, type Tone } from '@tillgate/ui';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import type { Mover, PaymentDetail, TimelineEntry } from '../types.ts';

const notes = ['contradicted', 'succeeded_late', 'amount_differed', 'receipt_taken_over', 'superseded'] as const;
const deliveryTones: Record<string, Tone> = { delivered: 'success', exhausted: 'danger', due: 'info' };

type Words = ReturnType<typeof useTranslations<'payments'>>;

/** Who moved it, in words; empty when nobody can tell. */
export function moverText(t: Words, by: Mover): string {
  switch (by.kind) {
    case 'key':
      return t('timeline.byKey', { name: by.name, lastFour: by.lastFour });
    case 'person':
      return t('timeline.by', { name: by.name });
    case 'unknown':
      return '';
  }
}

type Line = { title: string; tone?: Tone; detail?: ReactNode; href?: string };

function lineOf(t: Words, entry: TimelineEntry): Line {
  switch (entry.kind) {
    case 'requested':
      return { title: t('timeline.requested'), detail: moverText(t, entry.by) };
    case 'callback':
      return {
        title: t('timeline.callback'),
        detail: t(`callbackState.${entry.state}`),
        tone: entry.state === 'failed' || entry.state === 'unmatched' ? 'warning' : undefined,
      };
    case 'settled':
      return {
        title: entry.status === 'success' ? t('timeline.settledSuccess') : t('timeline.settledFailed'),
        tone: entry.status === 'success' ? 'success' : 'danger',
        detail: t(`timeline.door.${entry.door}`),
      };
    case 'noted': {
      const note = notes.find((name) => entry.action === `payment.${name}`) ?? 'other';
      return { title: t(`timeline.note.${note}`), tone: 'warning' };
    }
    case 'announced':
      return { title: t('timeline.announced', { type: entry.type }) };
    case 'delivery': {
      const answer = entry.lastStatusCode === null ? '' : ` · ${t('timeline.answer', { code: entry.lastStatusCode })}`;
      return {
        title: t('timeline.delivery', { url: hostOf(entry.url) }),
        tone: deliveryTones[entry.status],
        detail: `${t(`delivery.${entry.status}`)} · ${t('timeline.attempts', { count: entry.attempts })}${answer}`,
        href: `developers/deliveries/${entry.deliveryId}`,
      };
    }
    case 'order': {
      const kind = entry.order === 'payment_query' || entry.order === 'reversal' ? entry.order : 'other';
      return { title: t(`timeline.order.${kind}`), detail: moverText(t, entry.by), href: `approvals/${entry.orderId}` };
    }
    case 'received_offline':
    case 'prompt_acknowledged':
    case 'queried':
      return { title: t(`timeline.${entry.kind}`) };
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What happened to a payment, the oldest first, and that it is still open when it is. */
export function PaymentTimeline({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  const maySeeDeliveries = usePermission('endpoints.read');
  const items: TimelineItem[] = detail.timeline.map((entry, index) => {
    const { title, tone, detail: more, href } = lineOf(t, entry);
    const isLink = href !== undefined && (entry.kind !== 'delivery' || maySeeDeliveries);
    return {
      id: `${index} ${entry.kind}`,
      tone,
      title: isLink ? (
        <Link href={tenantPath(tenant, href)} className="break-words underline-offset-4 hover:underline">
          {title}
        </Link>
      ) : (
        title
      ),
      meta: <Time value={entry.at} format="dateTimeSeconds" />,
      detail: more || undefined,
    };
  });
  if (detail.payment.status === 'pending') items.push({ id: 'next', title: t('timeline.next'), isPending: true });
  return <Timeline label={t('detail.timeline')} items={items} />;
}
