'use client';

import { cn } from '@tillgate/ui';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';

type Props = {
  label: string;
  /** Which file was chosen, or what a file may be. */
  hint: string;
  /** Endings and media types, as an input takes them. */
  accept: string;
  isDisabled: boolean;
  onFile: (file: File) => void;
};

/** A file chosen by a click, by the keyboard, or dropped. The input itself is there for screen readers. */
export function FilePicker({ label, hint, accept, isDisabled, onFile }: Props) {
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
      <span className="font-medium text-sm">{label}</span>
      <span className="break-all text-muted-foreground text-sm">{hint}</span>
      <input
        id={id}
        type="file"
        accept={accept}
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
