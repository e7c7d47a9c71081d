import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Props of {@link FilterBar}. */
interface FilterBarProps {
  /** Names the landmark: "Filter payments". */
  label: string;
  children: ReactNode;
  /** At the right: export, columns. */
  actions?: ReactNode;
  className?: string;
}

/** The row above a list: search, filters and what is done with the whole list. */
export function FilterBar({ label, children, actions, className }: FilterBarProps) {
  return (
    <search aria-label={label} data-print="hide" className={cn('flex flex-wrap items-center gap-2', className)}>
      <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-2 sm:basis-0">{children}</div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </search>
  );
}
