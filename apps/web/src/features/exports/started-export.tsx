'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, buttonVariants, Callout, DialogFooter, Progress } from '@tillgate/ui';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, formatShare } from '@/format';
import { useTRPC } from '@/trpc/client';
import { formatBytes } from './size.ts';
import type { ExportRow } from './types.ts';
import { isOpen, useFileAddress } from './use-exports.ts';

const progressMs = 1_000;

/** Follows an export that was just asked for, until its file can be downloaded. */
export function StartedExport({ exportId, onClose }: { exportId: string; onClose: () => void }) {
  const t = useTranslations('exports');
  const trpc = useTRPC();
  const tenant = useTenant();
  const addressOf = useFileAddress();
  const made = useQuery(
    trpc.exports.get.queryOptions(
      { ...tenant, exportId },
      { refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : progressMs) },
    ),
  );
  const row = made.data;
  return (
    <div className="flex flex-col gap-3">
      {made.isError && !row ? <LoadError query={made} /> : <State row={row} />}
      <DialogFooter>
        <Button onClick={onClose}>{t('dialog.close')}</Button>
        <Link href={tenantPath(tenant, 'exports')} className={buttonVariants()}>
          {t('started.all')}
        </Link>
        {row?.status === 'ready' && (
          <a href={addressOf(exportId)} className={buttonVariants({ variant: 'primary' })}>
            <Download aria-hidden="true" />
            {t('started.download')}
          </a>
        )}
      </DialogFooter>
    </div>
  );
}

function State({ row }: { row: ExportRow | undefined }) {
  const t = useTranslations('exports.started');
  if (!row || isOpen(row)) {
    const share = row?.expectedRows ? row.progress : undefined;
    return (
      <div className="flex flex-col gap-2" role="status">
        <Progress
          label={t('waiting')}
          value={share}
          max={1}
          valueText={share === undefined ? undefined : formatShare(share)}
        />
        <p className="text-muted-foreground text-sm">
          <Waiting row={row} /> {t('mail')}
        </p>
      </div>
    );
  }
  const texts = {
    ready: t('ready', { rows: formatNumber(row.rowCount), size: formatBytes(row.fileBytes ?? 0) }),
    failed: t('failed', { error: row.error ?? '' }),
    cancelled: t('cancelled'),
  };
  const status = row.status === 'ready' || row.status === 'failed' ? row.status : 'cancelled';
  const tones = { ready: 'success', failed: 'danger', cancelled: 'neutral' } as const;
  return (
    <Callout tone={tones[status]} role="status">
      {texts[status]}
    </Callout>
  );
}

function Waiting({ row }: { row: ExportRow | undefined }) {
  const t = useTranslations('exports.started');
  if (!row || row.status === 'queued') return t('waiting');
  const rows = formatNumber(row.rowCount);
  if (row.expectedRows === 0) return t('progress', { rows });
  return t('progressOf', { rows, expected: formatNumber(row.expectedRows) });
}
