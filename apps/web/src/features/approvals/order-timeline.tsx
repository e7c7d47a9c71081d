'use client';

import { Timeline, type TimelineItem } from '@tillgate/ui';
import { Check, CircleX, Hand, SendHorizontal, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { failureOf } from '@/features/orders/order-outcome';
import { nameOf } from '@/features/orders/order-progress';
import type { Order } from '@/features/orders/types';
import { underwayStep } from '@/features/orders/underway-step';
import { railOfInput } from '@/features/rails/said-network';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { Time } from '@/format';

/** The requester, the decider and the outcome. */
export function OrderTimeline({ order }: { order: Order }) {
  const t = useTranslations('orders.detail');
  const said = useSaidNetwork(railOfInput(order.input));
  const items = [asked(), decided(), ended()].filter((item) => item !== undefined);
  return <Timeline label={t('timeline')} items={items} />;

  function asked(): TimelineItem {
    return {
      id: 'asked',
      icon: <Hand />,
      title: t('asked', { name: nameOf(order.requestedBy) }),
      meta: <Time value={order.createdAt} format="dateTimeSeconds" />,
      detail: order.reason,
    };
  }

  function decided(): TimelineItem | undefined {
    const { decidedAt, decidedBy, decisionNote, status } = order;
    if (!decidedAt) return undefined;
    const meta = <Time value={decidedAt} format="dateTimeSeconds" />;
    if (status === 'cancelled') {
      return { id: 'decided', icon: <Undo2 />, title: t('cancelled', { name: nameOf(order.requestedBy) }), meta };
    }
    const name = nameOf(decidedBy);
    return status === 'rejected'
      ? { id: 'decided', tone: 'danger', icon: <CircleX />, title: t('rejected', { name }), meta, detail: decisionNote }
      : { id: 'decided', tone: 'success', icon: <Check />, title: t('approved', { name }), meta, detail: decisionNote };
  }

  function ended(): TimelineItem | undefined {
    switch (order.status) {
      case 'awaiting_approval':
        return { id: 'end', title: t('waitingStep'), isPending: true };
      case 'approved':
        return {
          id: 'end',
          title: t(underwayStep(order.kind), said),
          isPending: true,
        };
      case 'expired':
        return { id: 'end', title: t('expired'), meta: <Time value={order.expiresAt} format="dateTimeSeconds" /> };
      case 'executed':
        return executed();
      case 'rejected':
      case 'cancelled':
        return undefined;
    }
  }

  function executed(): TimelineItem {
    const failure = failureOf(order);
    const meta = order.executedAt && <Time value={order.executedAt} format="dateTimeSeconds" />;
    if (!failure) return { id: 'end', tone: 'success', icon: <SendHorizontal />, title: t('carriedOut'), meta };
    return failure.isIndeterminate
      ? { id: 'end', tone: 'warning', title: t('unknown'), meta }
      : { id: 'end', tone: 'danger', icon: <CircleX />, title: t('notThrough'), meta };
  }
}
