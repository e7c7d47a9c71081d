import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Where a column stands in the two-line row of a phone. `foot`: on a line of its own under both, for buttons. */
export type PhonePlace = 'start' | 'end' | 'below' | 'foot' | 'hidden';

/** One column of a {@link DataTable}. */
export interface DataTableColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** A CSS width. If any column has one, all widths are fixed, so nothing shifts when rows replace their placeholders. */
  width?: string;
  /**
   * Leaves the column out where the table has less room: 44, 52, 64 or 72 rem. Without it the column is essential, and is
   * never left out. `phone` decides on phones.
   */
  hideBelow?: 'sm' | 'md' | 'lg' | 'xl';
  /** Long text: takes the space that the other columns leave, and wraps onto more lines. */
  isLong?: boolean;
  /** Monospace: ids, receipts. */
  mono?: boolean;
  /** Holds a control, such as a checkbox: the row's link is in the column after it. */
  isControl?: boolean;
  /** On phones: the first column starts the first line, the first right-aligned one ends it, the rest stand below. */
  phone?: PhonePlace;
}

/** A column and its classes. */
export interface Placed<Row> {
  column: DataTableColumn<Row>;
  classes: string;
  isFirst: boolean;
}

/* The width of the table decides, not that of the window: the navigation takes a changing share of the window. */
const hidden = {
  sm: 'sm:@max-[44rem]:hidden',
  md: 'sm:@max-[52rem]:hidden',
  lg: 'sm:@max-5xl:hidden',
  xl: 'sm:@max-6xl:hidden',
};
const long = 'sm:wrap-anywhere sm:py-1.5';
const aligned = { left: 'text-left', right: 'sm:text-right', center: 'sm:text-center' };
const placed: Record<PhonePlace, string> = {
  start: 'max-sm:flex max-sm:order-1 max-sm:min-w-0 max-sm:flex-1',
  end: 'max-sm:flex max-sm:order-2 max-sm:shrink-0',
  below: 'max-sm:flex max-sm:order-4 max-sm:min-w-0 max-sm:text-muted-foreground max-sm:text-xs',
  foot: 'max-sm:flex max-sm:order-5 max-sm:basis-full max-sm:justify-end max-sm:pt-2 max-sm:empty:hidden',
  hidden: 'max-sm:hidden',
};

/** Where each column stands, and where it is left out. */
export function place<Row>(columns: readonly DataTableColumn<Row>[], isFixed: boolean): Placed<Row>[] {
  const link = columns.find((column) => !column.isControl);
  const first = columns.find((column) => column.phone === 'start') ?? link;
  const last =
    columns.find((column) => column.phone === 'end') ??
    columns.find((column) => column !== first && column.align === 'right' && !column.phone && !column.hideBelow);
  return columns.map((column) => {
    const own = column.hideBelow === 'sm' ? 'hidden' : undefined;
    const spot = column.phone ?? own ?? (column === first ? 'start' : column === last ? 'end' : 'below');
    return {
      column,
      isFirst: column === link,
      classes: cn(
        aligned[column.align ?? 'left'],
        column.hideBelow && hidden[column.hideBelow],
        column.isLong ? [long, !isFixed && 'sm:w-full sm:min-w-40'] : isFixed ? 'sm:truncate' : 'sm:whitespace-nowrap',
        column.isControl ? 'max-sm:flex' : placed[spot],
      ),
    };
  });
}
