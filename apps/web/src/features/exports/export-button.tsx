'use client';

import { Button } from '@tillgate/ui';
import { FileDown } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Permitted } from '@/features/shell/permitted';
import { filterOf } from './filter-facts.ts';
import type { ExportDialogProps, ExportFilter, ExportList } from './types.ts';

const load = () => import('./export-dialog.tsx').then((part) => part.ExportDialog);

type Props = {
  list: ExportList;
  /** What the list asks the server; its place is left out. */
  input: object;
};

/** Opens the dialog that makes a file of all rows of the list on screen. Needs the texts of `exports`. */
export function ExportButton({ list, input }: Props) {
  const t = useTranslations('exports');
  const [Dialog, setDialog] = useState<ComponentType<ExportDialogProps>>();
  const [filter, setFilter] = useState<ExportFilter>();
  const open = () => {
    setFilter(filterOf(input));
    void load().then((component) => setDialog(() => component));
  };
  return (
    <Permitted permission="exports.use">
      <Button
        icon={<FileDown aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        {t('open')}
      </Button>
      {filter && Dialog && <Dialog list={list} filter={filter} onClose={() => setFilter(undefined)} />}
    </Permitted>
  );
}
