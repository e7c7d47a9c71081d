'use client';

import { cn } from '@tillgate/ui';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatNumber } from '@/format';

type Props = { file: File | undefined; isDisabled: boolean; onFile: (file: File) => void };

const kilobyte = 1_000;

/** A file chosen by a click, by the keyboard, or dropped. The input itself is there for screen readers. */
export function FilePicker({ file, isDisabled, onFile }: Props) {
  const t = useTranslations('reconciliation.import');
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const [chosen] = list ?? [];
    if (chosen && !isDisabled) onFile(chosen);
  };
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take(event.dataTransfer.files);
      }}
      className={cn(
        'flex flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-6 text-center hover:border-ring has-focus-visible:outline-2 has-focus-visible:outline-ring',
        isOver && 'border-ring bg-accent',
        isDisabled ? 'cursor-progress' : 'cursor-pointer',
      )}
    >
      <FileUp aria-hidden="true" className="size-5 text-muted-foreground" />
      <span className="font-medium text-sm">{t('choose')}</span>
      <span className="break-all text-muted-foreground text-sm">
        {file ? t('chosen', { name: file.name, size: formatNumber(Math.ceil(file.size / kilobyte)) }) : t('limits')}
      </span>
      <input
        id={id}
        type="file"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={isDisabled}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again, after it was mended.
          event.target.value = '';
        }}
      />
    </label>
  );
}
