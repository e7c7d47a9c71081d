'use client';

import { type ReactNode, useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { UiLink } from '../lib/ui-provider.tsx';
import { followRow, moveAmongRows } from './row-links.ts';
import { Skeleton } from './skeleton.tsx';

/** Where a column stands in the two-line row of a phone. */
export type PhonePlace = 'start' | 'end' | 'below' | 'hidden';

/** One column of a {@link DataTable}. */
export interface DataTableColumn<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** A CSS width. With one given, all widths are fixed: nothing moves from placeholders to rows, and long text is cut off. */
  width?: string;
  /** Leaves the column out on narrower screens. */
  hideBelow?: 'sm' | 'md' | 'lg';
  /** Monospace: ids, receipts. */
  mono?: boolean;
  /** On phones: the first column starts the first line, the first right-aligned one ends it, the rest stand below. */
  phone?: PhonePlace;
}

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Makes each row a link: its first cell is the real one, the rest of the row follows it. */
  getRowHref?: (row: Row) => string | undefined;
  isLoading?: boolean;
  skeletonRows?: number;
  /** Shown instead of rows when there are none: an EmptyState or ErrorState. */
  empty?: ReactNode;
  /** Names the table for screen readers. */
  caption: string;
  /** The row that is open beside the table. */
  selectedKey?: string;
  density?: 'compact' | 'comfortable';
  className?: string;
}

interface Placed<Row> {
  column: DataTableColumn<Row>;
  classes: string;
  isFirst: boolean;
}

/* Browsers drop table semantics when CSS changes the display, as the phone layout does; roles keep them. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

const hidden = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' };
const aligned = { left: 'text-left', right: 'sm:text-right', center: 'sm:text-center' };
const placed: Record<PhonePlace, string> = {
  start: 'max-sm:order-1 max-sm:min-w-0 max-sm:flex-1',
  end: 'max-sm:order-2 max-sm:shrink-0',
  below: 'max-sm:order-4 max-sm:min-w-0 max-sm:text-muted-foreground max-sm:text-xs',
  hidden: 'max-sm:hidden',
};

function place<Row>(columns: readonly DataTableColumn<Row>[]): Placed<Row>[] {
  const first = columns.find((column) => column.phone === 'start') ?? columns[0];
  const last =
    columns.find((column) => column.phone === 'end') ??
    columns.find((column) => column !== first && column.align === 'right' && !column.phone && !column.hideBelow);
  return columns.map((column, index) => {
    const spot = column.phone ?? (column === first ? 'start' : column === last ? 'end' : 'below');
    return {
      column,
      isFirst: index === 0,
      classes: cn(
        aligned[column.align ?? 'left'],
        column.hideBelow && hidden[column.hideBelow],
        placed[spot],
        column.mono && 'font-mono text-xs',
      ),
    };
  });
}

const cellBox =
  'max-sm:flex max-sm:min-h-5 max-sm:items-center max-sm:p-0 sm:whitespace-nowrap sm:px-3 sm:first:pl-4 sm:last:pr-4';
const rowBox =
  'ui-row border-b last:border-b-0 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:px-4 max-sm:py-2.5';
const heights = { compact: 'sm:h-9', comfortable: 'sm:h-11' };

function HeaderRow<Row>({ columns }: { columns: Placed<Row>[] }) {
  return (
    <thead {...roles.group} className="max-sm:sr-only">
      <tr {...roles.row} className="border-b">
        {columns.map(({ column, classes }) => (
          <th
            key={column.id}
            {...roles.head}
            scope="col"
            style={column.width ? { width: column.width } : undefined}
            className={cn(
              'h-9 whitespace-nowrap px-3 font-medium text-muted-foreground text-xs first:pl-4 last:pr-4',
              classes,
              'font-sans',
            )}
          >
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: Placed<Row>[];
  href?: string;
  isSelected: boolean;
  height: string;
}

function BodyRow<Row>({ row, columns, href, isSelected, height }: BodyRowProps<Row>) {
  return (
    // The row's link is the keyboard's way; the click on the row only widens its target.
    <tr
      {...roles.row}
      onClick={href ? followRow : undefined}
      data-selected={isSelected || undefined}
      className={cn(
        rowBox,
        href && 'cursor-pointer hover:bg-accent/60 focus-within:bg-accent/60',
        'data-[selected]:bg-accent',
      )}
    >
      {columns.map(({ column, classes, isFirst }) => (
        <td key={column.id} {...roles.cell} className={cn(cellBox, height, classes)}>
          {isFirst && href ? (
            <UiLink
              href={href}
              data-row-link=""
              aria-current={isSelected ? 'true' : undefined}
              className="min-w-0 rounded-sm font-medium underline-offset-4 hover:underline"
            >
              {column.cell(row)}
            </UiLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function SkeletonRow<Row>({ columns, index, height }: { columns: Placed<Row>[]; index: number; height: string }) {
  return (
    <tr {...roles.row} className={rowBox}>
      {columns.map(({ column, classes }, position) => (
        <td key={column.id} {...roles.cell} className={cn(cellBox, height, classes)}>
          <Skeleton
            className={cn('h-3 w-20 max-w-full sm:w-full', column.align === 'right' && 'ml-auto')}
            style={{ maxWidth: `${[7, 5, 6, 4][(index + position) % 4]}rem` }}
          />
        </td>
      ))}
    </tr>
  );
}

/**
 * A list of records: a real table on wide screens, two-line rows on phones. Rows are links when `getRowHref` is given, and the
 * arrow keys walk among them. It sorts and filters nothing: lists are keyset pages that the server orders.
 */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  getRowHref,
  isLoading = false,
  skeletonRows = 10,
  empty,
  caption,
  selectedKey,
  density = 'compact',
  className,
}: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const all = place(columns);
  const height = heights[density];
  const isFixed = columns.some((column) => column.width);
  const isEmpty = !isLoading && rows.length === 0;
  if (isEmpty && empty) return <div className={cn('rounded-lg border bg-card', className)}>{empty}</div>;
  return (
    <div className={cn('relative overflow-x-auto rounded-lg border bg-card', className)}>
      <table
        {...roles.table}
        aria-busy={isLoading || undefined}
        className={cn('w-full text-sm max-sm:block', isFixed && 'sm:table-fixed sm:[&_td]:truncate')}
      >
        <caption className="sr-only">{caption}</caption>
        <HeaderRow columns={all} />
        <tbody
          {...roles.group}
          ref={body}
          className="max-sm:block"
          onKeyDown={(event) => moveAmongRows(event, body.current)}
        >
          {isLoading
            ? Array.from({ length: skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <SkeletonRow key={index} columns={all} index={index} height={height} />
              ))
            : rows.map((row) => (
                <BodyRow
                  key={rowKey(row)}
                  row={row}
                  columns={all}
                  href={getRowHref?.(row)}
                  isSelected={selectedKey !== undefined && rowKey(row) === selectedKey}
                  height={height}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}
