'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Callout, Checkbox, Skeleton } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderDialog } from '@/features/orders/order-dialog';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import { RowNotes } from './row-notes.tsx';
import type { BatchDetail } from './types.ts';

type Props = { batch: BatchDetail; onClose: () => void };
/** What the sender says yes to. */
type Accepted = {
  goodOnly: boolean;
  warnings: boolean;
  sameList: boolean;
  float: boolean;
  ticked: ReadonlySet<string>;
};

const reasonMax = 200;
const tickPage = 100;

/** Sends a draft off, once its sender has said yes to all that was found. */
export function SendBatch({ batch, onClose }: Props) {
  const t = useTranslations('batches.send');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [accepted, setAccepted] = useState<Accepted>({
    goodOnly: false,
    warnings: false,
    sameList: false,
    float: false,
    ticked: new Set(),
  });
  const { batchId, amount, counts, findings } = batch;
  // The approver has to read why the same people are paid again, or more than there is.
  const needsReason = findings?.sameList != null || accepted.float;
  return (
    <OrderDialog
      title={t('title')}
      progressTitle={t('progress')}
      summary={t('summary', { amount: formatMoney(amount), count: counts.good })}
      confirmLabel={t('submit')}
      reason={{ label: t('reason'), description: t('reasonHelp'), required: needsReason, maxLength: reasonMax }}
      isIncomplete={!isReady(batch, accepted)}
      options={trpc.batches.submit.mutationOptions()}
      inputOf={({ reason, requestKey }) => ({
        ...{ ...tenant, batchId, amount, reason, requestKey },
        acceptWarnings: accepted.warnings,
        sendGoodOnly: accepted.goodOnly,
        acceptSameList: accepted.sameList,
        ignoresFloat: accepted.float,
        ticked: [...accepted.ticked],
      })}
      outcome={() => <Callout tone="success" title={t('approved')} />}
      onClose={onClose}
    >
      <Accept batch={batch} accepted={accepted} set={(change) => setAccepted({ ...accepted, ...change })} />
    </OrderDialog>
  );
}

function isReady({ counts, toAccept, findings }: BatchDetail, accepted: Accepted): boolean {
  if (counts.refused > 0 && !accepted.goodOnly) return false;
  if (toAccept.warned > 0 && !accepted.warnings) return false;
  if (findings?.sameList && !accepted.sameList) return false;
  return accepted.ticked.size >= toAccept.ticks;
}

type AcceptProps = { batch: BatchDetail; accepted: Accepted; set: (change: Partial<Accepted>) => void };

function Accept({ batch, accepted, set }: AcceptProps) {
  const t = useTranslations('batches.send');
  const tenant = useTenant();
  const { batchId, counts, toAccept, findings } = batch;
  const float = useQuery(useTRPC().batches.float.queryOptions({ ...tenant, batchId })).data?.verdict.kind;
  return (
    <div className="flex flex-col gap-3">
      {toAccept.ticks > 0 && <Ticks batch={batch} accepted={accepted} set={set} />}
      {findings?.sameList && (
        <Checkbox label={t('sameList')} checked={accepted.sameList} onCheckedChange={(sameList) => set({ sameList })} />
      )}
      {toAccept.warned > 0 && (
        <Checkbox
          label={t('warnings', { count: toAccept.warned })}
          checked={accepted.warnings}
          onCheckedChange={(warnings) => set({ warnings })}
        />
      )}
      {counts.refused > 0 && (
        <Checkbox
          label={t('goodOnly', { count: counts.refused })}
          description={t('goodOnlyMore')}
          checked={accepted.goodOnly}
          onCheckedChange={(goodOnly) => set({ goodOnly })}
        />
      )}
      {(float === 'short' || float === 'unknown') && (
        <Checkbox
          label={t('ignoresFloat')}
          checked={accepted.float}
          onCheckedChange={(isIgnored) => set({ float: isIgnored })}
        />
      )}
    </div>
  );
}

/** The rows whose payee or name differs: each has a box of its own. */
function Ticks({ batch, accepted, set }: AcceptProps) {
  const t = useTranslations('batches.send');
  const [places, setPlaces] = useState<(string | undefined)[]>([undefined]);
  const { ticked } = accepted;
  const toggle = (rowId: string, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(rowId);
    else next.delete(rowId);
    set({ ticked: next });
  };
  const done = t('ticksMore', { done: formatNumber(ticked.size), total: formatNumber(batch.toAccept.ticks) });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('ticks')}</legend>
      <div className="flex max-h-64 flex-col gap-3 overflow-y-auto rounded-lg border p-3">
        {places.map((before, index) => (
          <TickPage
            key={before ?? ''}
            batchId={batch.batchId}
            before={before}
            isLast={index === places.length - 1}
            ticked={ticked}
            toggle={toggle}
            onMore={(place) => setPlaces([...places, place])}
          />
        ))}
      </div>
      <p role="status" className="text-muted-foreground text-xs">
        {done}
      </p>
    </fieldset>
  );
}

type TickProps = {
  batchId: string;
  before: string | undefined;
  isLast: boolean;
  ticked: ReadonlySet<string>;
  toggle: (rowId: string, isOn: boolean) => void;
  onMore: (place: string) => void;
};

function TickPage({ batchId, before, isLast, ticked, toggle, onMore }: TickProps) {
  const t = useTranslations('batches.send');
  const tenant = useTenant();
  const input = { ...tenant, batchId, state: 'good' as const, look: 'tick' as const, limit: tickPage };
  const rows = useQuery(useTRPC().batches.rows.queryOptions({ ...input, ...(before !== undefined && { before }) }));
  if (rows.isError) return <LoadError query={rows} />;
  if (!rows.data) return <Skeleton className="h-16 w-full" />;
  const { older } = rows.data;
  return (
    <>
      {rows.data.rows.map((row) => (
        <Checkbox
          key={row.rowId}
          label={t('tick', { who: row.name ?? row.reference ?? row.phone ?? '', number: row.number })}
          description={<RowNotes row={row} />}
          checked={ticked.has(row.rowId)}
          onCheckedChange={(isOn) => toggle(row.rowId, isOn)}
        />
      ))}
      {isLast && older && (
        <Button size="sm" onClick={() => onMore(older)}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
