'use client';

import { Button, Checkbox, type DataTableColumn } from '@tillgate/ui';
import type { ReactNode } from 'react';
import type { Selection } from './use-selection.ts';

type Names<Row> = {
  idOf(row: Row): string;
  /** Rows that cannot be selected have no box. */
  isSelectable?(row: Row): boolean;
  /** The label of a row's checkbox. */
  nameOf(row: Row): string;
  /** What the box for the whole page is called. */
  all: string;
  count: number;
};

/** The column of checkboxes. The label around a checkbox is the touch target. */
export function selectionColumn<Row>(
  selection: Selection,
  { idOf, nameOf, isSelectable = () => true, all, count }: Names<Row>,
): DataTableColumn<Row> {
  const chosen = selection.selected.length;
  return {
    id: 'selection',
    isControl: true,
    header: count > 0 && (
      <Checkbox
        aria-label={all}
        checked={chosen === count}
        indeterminate={chosen > 0 && chosen < count}
        onCheckedChange={selection.toggleAll}
      />
    ),
    cell: (row) =>
      isSelectable(row) && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it
        <label className="-m-2 grid cursor-pointer place-items-center p-2 pointer-coarse:-m-3 pointer-coarse:p-3">
          <Checkbox
            aria-label={nameOf(row)}
            checked={selection.isSelected(idOf(row))}
            onCheckedChange={(isOn) => selection.toggle(idOf(row), isOn)}
          />
        </label>
      ),
  };
}

type BarProps = { count: string; all: string; clear: string; selection: Selection; total: number; children: ReactNode };

/** The number of selected rows, and their actions. It stays visible while the page scrolls. */
export function SelectionBar({ count, all, clear, selection, total, children }: BarProps) {
  const chosen = selection.selected.length;
  return (
    <div className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-input bg-popover px-3 py-2 shadow-overlay">
      <p role="status" className="min-w-0 flex-1 basis-full font-medium text-sm sm:basis-auto">
        {count}
      </p>
      {chosen < total && (
        <Button variant="ghost" onClick={() => selection.toggleAll(true)}>
          {all}
        </Button>
      )}
      <Button variant="ghost" onClick={selection.clear}>
        {clear}
      </Button>
      {children}
    </div>
  );
}
