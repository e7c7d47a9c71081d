import type { ReactNode } from 'react';

/** Props of {@link FilterBar}. */
interface FilterBarProps {
  /** Names the landmark: "Filter payments". */
  label: string;
  children: ReactNode;
}

/** The row above a list: search and filters. */
export function FilterBar({ label, children }: FilterBarProps) {
  return (
    <search aria-label={label} data-print="hide" className="flex min-w-0 flex-wrap items-center gap-2">
      {children}
    </search>
  );
}
