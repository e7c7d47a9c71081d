'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Timeline, type TimelineItem, type Tone } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { readUrl } from '@/read-url';
import type { Mover, PaymentDetail, TimelineEntry } from '../types.ts';

const notes = [
  'contradicted',
  'linked',
  'resolved',
  'succeeded_late',
  'amount_differed',
  'same_money',
  'receipt_taken_over',
  'superseded',
  'expired',
] as const;
const deliveryTones: Record<string, Tone> = { delivered: 'success', exhausted: 'danger', due: 'info' };

type Words = ReturnType<typeof useTranslations<'payments'>>;

/** The actor in words; empty if unknown. */
export function moverText(t: Words, by: Mover): string {
  switch (by.kind) {
    case 'key':
      return by.name === null ? '' : t('timeline.byKey', { name: by.name, lastFour: by.lastFour ?? '' });
    case 'person':
      return by.name === null ? '' : t('timeline.by', { name: by.name });
    default:
      return '';
  }
}

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;
type Line = { title: string; tone?: Tone; detail?: ReactNode; href?: string };

function lineOf(t: Words, entry: TimelineEntry, network: string): Line {
  switch (entry.kind) {
    case 'requested':
      return { title: t('timeline.requested'), detail: moverText(t, entry.by) };
    case 'callback':
      return callbackLine(t, entry, network);
    case 'settled':
      return settledLine(t, entry, network);
    case 'noted': {
      const note = notes.find((name) => entry.action === `payment.${name}`) ?? 'other';
      return { title: t(`timeline.note.${note}`, { network }), tone: 'warning' };
    }
    case 'announced':
      return { title: t('timeline.announced', { type: entry.type }) };
    case 'delivery':
      return deliveryLine(t, entry);
    case 'order':
      return orderLine(t, entry, network);
    case 'refund_sent':
    case 'refund_ended':
      return refundLine(t, entry, network);
    case 'received_offline':
    case 'prompt_acknowledged':
    case 'queried':
      return { title: t(`timeline.${entry.kind}`, { network }) };
  }
}

function callbackLine(t: Words, { state }: EntryOf<'callback'>, network: string): Line {
  const tone = state === 'failed' || state === 'unmatched' ? 'warning' : undefined;
  return { title: t('timeline.callback', { network }), detail: t(`callbackState.${state}`), tone };
}

function settledLine(t: Words, { status, door }: EntryOf<'settled'>, network: string): Line {
  const detail = t(`timeline.door.${door}`, { network });
  if (status === 'success') return { title: t('timeline.settledSuccess'), tone: 'success', detail };
  return { title: t('timeline.settledFailed'), tone: 'danger', detail };
}

function deliveryLine(t: Words, entry: EntryOf<'delivery'>): Line {
  const answer = entry.lastStatusCode === null ? '' : ` · ${t('timeline.answer', { code: entry.lastStatusCode })}`;
  return {
    title: t('timeline.delivery', { url: hostOf(entry.url) }),
    tone: deliveryTones[entry.status],
    detail: `${t(`delivery.${entry.status}`)} · ${t('timeline.attempts', { count: entry.attempts })}${answer}`,
    href: `developers/deliveries/${entry.deliveryId}`,
  };
}

function orderLine(t: Words, { order, orderId, by }: EntryOf<'order'>, network: string): Line {
  const kind = order === 'payment_query' || order === 'reversal' || order === 'resolution' ? order : 'other';
  return { title: t(`timeline.order.${kind}`, { network }), detail: moverText(t, by), href: `approvals/${orderId}` };
}

function refundLine(t: Words, entry: EntryOf<'refund_sent'> | EntryOf<'refund_ended'>, network: string): Line {
  const amount = formatMoney(entry.amount);
  const href = `payouts/${entry.disbursementId}`;
  if (entry.kind === 'refund_sent') return { title: t('timeline.refundSent', { amount, network }), href };
  return entry.status === 'success'
    ? { title: t('timeline.refunded', { amount }), tone: 'info', href }
    : { title: t('timeline.refundFailed', { amount }), tone: 'danger', href };
}

function hostOf(url: string): string {
  return readUrl(url)?.host ?? url;
}

/** What happened to a payment, the oldest first, and that it is still open when it is. */
export function PaymentTimeline({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  const maySeeDeliveries = usePermission('endpoints.read');
  const network = railLabel(detail.payment.rail);
  const items: TimelineItem[] = detail.timeline.map((entry, index) => {
    const { title, tone, detail: more, href } = lineOf(t, entry, network);
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
