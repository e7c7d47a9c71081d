'use client';

import { Callout, Panel, Spinner, Timeline, type TimelineItem } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { Order } from '@/features/orders/types';
import { railOfInput, type SaidNetwork } from '@/features/rails/said-network';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { FormError } from '@/features/shell/form-error';
import { useFrame } from '@/features/shell/frame-context';
import { troublesOf } from '@/features/shell/provider-state';
import { formatMoney, formatPhone, Time } from '@/format';
import type { Stage } from './countdown.ts';
import { Outcome } from './prompt-outcome.tsx';
import { Waiting } from './prompt-waiting.tsx';
import type { Progress, PromptValues } from './types.ts';
import { useProgress } from './use-progress.ts';
import { useSend } from './use-send.ts';

type Props = {
  orderId: string;
  onSent(orderId: string): void;
  /** Leads back to the form, which keeps its values. */
  onLeave(values: PromptValues | undefined): void;
};

/** What has happened to a prompt, truthfully, until its outcome. */
export function PromptProgress({ orderId, onSent, onLeave }: Props) {
  const t = useTranslations('collect.progress');
  const { order, failure, payment, stage, seconds, error } = useProgress(orderId);
  const { send, isPending, error: sendError } = useSend(onSent);
  const values = order && valuesOf(order);
  const said = useSaidNetwork(payment?.rail ?? railOfInput(order?.input));
  const items = useItems(order, payment, stage, said);
  if (!order) {
    if (error) return <FormError error={error} title={t('unreadable')} />;
    return (
      <div role="status" className="flex items-center gap-2 text-muted-foreground text-sm">
        <Spinner /> {t('sending')}
      </div>
    );
  }
  const title = t('title', { phone: values?.phone ?? '', amount: formatMoney(order.amount ?? 0) });
  return (
    <Panel className="max-w-2xl" title={title} contentClassName="flex flex-col gap-4">
      {error ? <Callout tone="warning">{t('unreadable')}</Callout> : null}
      <Timeline items={items} label={t('label')} />
      {(stage === 'waiting' || stage === 'overdue') && payment && <Waiting payment={payment} seconds={seconds} />}
      <div aria-live="polite" className="empty:-mt-4">
        <Outcome
          stage={stage}
          said={said}
          payment={payment}
          failure={failure}
          isSending={isPending}
          sendError={sendError}
          onResend={() => values && send(values)}
          onChange={() => onLeave(values)}
          onAnother={() => onLeave(undefined)}
        />
      </div>
    </Panel>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What the order asked for, as the form holds it. */
function valuesOf({ input, amount }: Order): PromptValues {
  return {
    phone: formatPhone(textOf(input.phone)),
    amount: String(amount ?? ''),
    reference: textOf(input.accountReference),
    description: textOf(input.description),
  };
}

const ended: ReadonlySet<Stage> = new Set(['not_sent', 'unclear', 'paid', 'unpaid']);

function useItems(
  order: Order | undefined,
  payment: Progress | undefined,
  stage: Stage,
  said: SaidNetwork,
): TimelineItem[] {
  const t = useTranslations('collect.progress');
  const isSlow = troublesOf(useFrame().providers).length > 0;
  if (!order) return [];
  const items: TimelineItem[] = [
    {
      id: 'requested',
      title: t('requested'),
      tone: 'success',
      meta: <Time value={order.createdAt} format="timeSeconds" />,
    },
  ];
  if (stage === 'sending') {
    const detail = t(isSlow ? 'sendingSlowText' : 'sendingText', said);
    items.push({ id: 'sending', title: t('sending'), detail, isPending: true });
  }
  if (payment?.promptedAt) {
    const meta = <Time value={payment.promptedAt} format="timeSeconds" />;
    items.push({ id: 'sent', title: t('sent'), tone: 'success', meta, detail: t('sentText', said) });
  }
  if (stage === 'waiting' || stage === 'overdue') {
    items.push({ id: 'waiting', title: stage === 'waiting' ? t('waiting') : t('over'), isPending: true });
  }
  if (ended.has(stage)) {
    const meta = payment?.settledAt ? <Time value={payment.settledAt} format="timeSeconds" /> : undefined;
    items.push({ id: 'outcome', meta, ...outcomeItem(stage, t, order, said) });
  }
  return items;
}

type Words = ReturnType<typeof useTranslations<'collect.progress'>>;

function outcomeItem(stage: Stage, t: Words, { amount }: Order, said: SaidNetwork) {
  switch (stage) {
    case 'paid':
      return { title: t('success', { amount: formatMoney(amount ?? 0) }), tone: 'success' as const };
    case 'unclear':
      return { title: t('unclear', said), tone: 'warning' as const };
    case 'not_sent':
      return { title: t('notSent'), tone: 'danger' as const };
    default:
      return { title: t('failed'), tone: 'danger' as const };
  }
}
