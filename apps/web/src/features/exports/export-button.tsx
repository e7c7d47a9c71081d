'use client';

import { Button } from '@tillgate/ui';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { onDemand } from '@/features/shell/on-demand';
import { Permitted } from '@/features/shell/permitted';
import type { ExportDialogProps } from './types.ts';

const ExportDialog = onDemand(() => import('./export-dialog.tsx').then((part) => part.ExportDialog));

/** Opens the dialog that makes a file of all rows of the list on screen. Needs the texts of `exports`. */
export function ExportButton(props: Omit<ExportDialogProps, 'onClose'>) {
  const t = useTranslations('exports');
  const [isOpen, setOpen] = useState(false);
  return (
    <Permitted permission="exports.use">
      <Button
        icon={<FileDown aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={ExportDialog.preload}
        onFocus={ExportDialog.preload}
      >
        {t('open')}
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </Permitted>
  );
}
