'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyValueList, Panel, Stat } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { purposes } from './list-draft.ts';
import type { BatchDetail } from './types.ts';

type Props = { batch: BatchDetail };

const kilobyte = 1_000;

/** Sums and counts: before the start of what may be paid, afterwards of what was. */
export function BatchFigures({ batch }: Props) {
  const t = useTranslations('batches.figures');
  const { counts, amount, amountPaid, toAccept, startedAt } = batch;
  const count = counts.good + counts.handed;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label={t('amount')} value={formatMoney(amount)} hint={t('amountHint', { count })} />
      {startedAt === null ? (
        <>
          <Stat label={t('refused')} value={formatNumber(counts.refused)} hint={t('refusedHint')} />
          <Stat label={t('look')} value={formatNumber(toAccept.rows)} hint={t('lookHint')} />
          <Stat label={t('skipped')} value={formatNumber(counts.skipped)} />
        </>
      ) : (
        <>
          <Stat label={t('paid')} value={formatMoney(amountPaid)} hint={t('amountHint', { count: counts.paid })} />
          <Stat label={t('open')} value={formatNumber(counts.open)} hint={t('openHint')} />
          <Stat label={t('failed')} value={formatNumber(counts.failed)} hint={t('failedHint')} />
        </>
      )}
    </div>
  );
}

/** Who is behind a batch, and when. */
export function BatchFacts({ batch }: Props) {
  const t = useTranslations('batches');
  const tenant = useTenant();
  const { fileName, fileBytes, order, scheduledFor, startedAt, endedAt } = batch;
  const purpose = purposes.find((known) => known === batch.commandId);
  return (
    <Panel title={t('facts.title')} contentClassName="py-1">
      <KeyValueList
        items={[
          { label: t('facts.purpose'), value: purpose ? t(`new.purposes.${purpose}`) : batch.commandId },
          fileName !== null && {
            label: t('facts.file'),
            value: t('facts.fileOf', { name: fileName, size: formatNumber(Math.ceil((fileBytes ?? 0) / kilobyte)) }),
          },
          batch.note !== null && { label: t('facts.note'), value: batch.note },
          { label: t('facts.rows'), value: formatNumber(batch.rows) },
          endedAt === null && {
            label: t('float.label'),
            value: <FloatItem batch={batch} />,
          },
          { label: t('facts.createdBy'), value: <ActorName who={batch.createdBy} /> },
          { label: t('facts.created'), value: <Time value={batch.createdAt} /> },
          batch.submittedBy !== null && { label: t('facts.submittedBy'), value: <ActorName who={batch.submittedBy} /> },
          batch.submittedAt !== null && { label: t('facts.submitted'), value: <Time value={batch.submittedAt} /> },
          batch.approvedBy !== null && { label: t('facts.approvedBy'), value: <ActorName who={batch.approvedBy} /> },
          batch.approvedAt !== null && { label: t('facts.approved'), value: <Time value={batch.approvedAt} /> },
          order?.decisionNote != null && { label: t('facts.note2'), value: order.decisionNote },
          scheduledFor !== null && { label: t('facts.scheduled'), value: <Time value={scheduledFor} /> },
          startedAt !== null && { label: t('facts.started'), value: <Time value={startedAt} /> },
          endedAt !== null && { label: t('facts.ended'), value: <Time value={endedAt} /> },
          order !== null && {
            label: t('facts.order'),
            value: (
              <Link
                href={tenantPath(tenant, `approvals/${order.orderId}`)}
                className="text-link underline-offset-4 hover:underline"
              >
                {t('facts.openOrder')}
              </Link>
            ),
          },
          { label: t('facts.id'), value: batch.batchId, mono: true, copy: batch.batchId },
        ]}
      />
    </Panel>
  );
}

/** Whether the account has enough money for what is left. */
function FloatItem({ batch }: Props) {
  const t = useTranslations('batches.float');
  const tenant = useTenant();
  const { data } = useQuery(useTRPC().batches.float.queryOptions({ ...tenant, batchId: batch.batchId }));
  if (!data) return '…';
  const { verdict, others } = data;
  const needed = formatMoney(data.needed);
  const text =
    verdict.kind === 'unknown'
      ? t('unknown', { needed })
      : verdict.kind === 'short'
        ? t('short', { short: formatMoney(verdict.short), estimate: formatMoney(verdict.estimate), needed })
        : t('enough', { estimate: formatMoney(verdict.estimate), needed });
  return (
    <span className={verdict.kind === 'short' ? 'font-medium text-danger' : undefined}>
      {text}
      <span className="block font-normal text-muted-foreground text-xs">
        {t('charges')} {others > 0 && t('others', { amount: formatMoney(others) })}
      </span>
    </span>
  );
}
