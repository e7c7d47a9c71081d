'use client';

import { Button, buttonVariants } from '@tillgate/ui';
import { Download, FileCheck, RotateCw } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { ExportRow } from './types.ts';
import { isOpen, useFileAddress } from './use-exports.ts';

/** Downloads a file, cancels an open export, and repeats an ended one. */
export function FileActions({ row }: { row: ExportRow }) {
  const t = useTranslations('exports');
  const preferences = usePreferences();
  const addressOf = useFileAddress();
  const which = { list: t(`lists.${row.list}`), time: timeText(row.createdAt, 'dateTime', preferences) };
  if (isOpen(row)) return <Cancel exportId={row.exportId} label={t('files.cancelOf', which)} />;
  return (
    <span className="inline-flex justify-end gap-2">
      {row.status === 'ready' && (
        <a
          href={`${addressOf(row.exportId)}/manifest`}
          aria-label={t('files.manifestOf', which)}
          title={t('files.manifest')}
          className={buttonVariants({ size: 'sm' })}
        >
          <FileCheck aria-hidden="true" />
          <span className="sm:sr-only">{t('files.manifest')}</span>
        </a>
      )}
      {row.status === 'ready' && (
        <a
          href={addressOf(row.exportId)}
          aria-label={t('files.downloadOf', which)}
          title={t('files.download')}
          className={buttonVariants({ size: 'sm', variant: 'primary' })}
        >
          <Download aria-hidden="true" />
          <span className="sm:sr-only">{t('files.download')}</span>
        </a>
      )}
      <Again row={row} label={t('files.againOf', which)} />
    </span>
  );
}

function Cancel({ exportId, label }: { exportId: string; label: string }) {
  const t = useTranslations('exports.files');
  const tenant = useTenant();
  const onSuccess = () => toast.success(t('cancelled'));
  const cancel = useChange(useTRPC().exports.cancel.mutationOptions({ onSuccess, onError: useErrorToast() }));
  return (
    <Button
      size="sm"
      aria-label={label}
      isPending={cancel.isPending}
      onClick={() => cancel.mutate({ ...tenant, exportId })}
    >
      {t('cancel')}
    </Button>
  );
}

/** The same rows, columns and format as they are now. */
function Again({ row, label }: { row: ExportRow; label: string }) {
  const t = useTranslations('exports.files');
  const tenant = useTenant();
  const onSuccess = () => toast.success(t('againDone'));
  const create = useChange(useTRPC().exports.create.mutationOptions({ onSuccess, onError: useErrorToast() }));
  const { list, format, columns, timeZone, filter } = row;
  return (
    <Button
      size="sm"
      aria-label={label}
      title={t('again')}
      icon={<RotateCw aria-hidden="true" />}
      isPending={create.isPending}
      onClick={() => create.mutate({ ...tenant, list, format, columns, timeZone, filter: { ...Object(filter) } })}
    >
      <span className="sm:sr-only">{t('again')}</span>
    </Button>
  );
}
