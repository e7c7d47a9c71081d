'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiLabels } from '../lib/ui-provider.tsx';

/** Props of {@link FilterChip}. */
interface FilterChipProps {
  label: ReactNode;
  value: ReactNode;
  onRemove: () => void;
  /** Accessible name of the cross: "Remove the status filter". */
  removeLabel?: string;
}

/** A filter that is on, with the way to take it off. */
export function FilterChip({ label, value, onRemove, removeLabel }: FilterChipProps) {
  const words = useUiLabels();
  return (
    <span className="inline-flex h-8 max-w-full items-center gap-1 rounded-md border border-input bg-secondary pl-2.5 text-sm pointer-coarse:h-11">
      <span className="text-muted-foreground">{label}</span>
      <span className="truncate font-medium">{value}</span>
      <button
        type="button"
        aria-label={removeLabel ?? words.remove}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-r-md text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
