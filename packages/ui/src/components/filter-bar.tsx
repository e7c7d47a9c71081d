import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Props of {@link FilterBar}. */
interface FilterBarProps {
  /** Names the landmark: "Filter payments". */
  label: string;
  /** Before the filters, with a row of its own on phones. */
  search?: ReactNode;
  children: ReactNode;
}

/* Room for the ring of focus, which a box that scrolls cuts off. */
const oneRow = 'max-sm:-m-1 max-sm:flex max-sm:min-w-0 max-sm:gap-2 max-sm:overflow-x-auto max-sm:p-1';

/** The row above a list: search and filters. On phones the filters scroll sideways, so that the list begins high. */
export function FilterBar({ label, search, children }: FilterBarProps) {
  return (
    <search
      aria-label={label}
      data-print="hide"
      className="flex min-w-0 flex-wrap items-center gap-2 max-sm:flex-col max-sm:flex-nowrap max-sm:items-stretch"
    >
      {search}
      <div className={cn('sm:contents max-sm:[scrollbar-width:none] max-sm:[&>*]:shrink-0', oneRow)}>{children}</div>
    </search>
  );
}
