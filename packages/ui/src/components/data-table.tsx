'use client';

import { type ReactNode, useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { UiLink } from '../lib/ui-provider.tsx';
import { followRow, moveAmongRows } from './row-links.ts';
import { Skeleton } from './skeleton.tsx';
import { type DataTableColumn, type Placed, place } from './table-columns.ts';

export type { DataTableColumn, PhonePlace } from './table-columns.ts';

/** Props of {@link DataTable}. */
interface DataTableProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Makes each row a link: its first cell is the real one, the rest of the row follows it. */
  getRowHref?: (row: Row) => string | undefined;
  /** What tells a row from the others, for screen readers: its link is named by its first cell alone otherwise. */
  getRowName?: (row: Row) => string;
  isLoading?: boolean;
  /** The rows answer an earlier question and are dimmed until the new ones are there. */
  isStale?: boolean;
  skeletonRows?: number;
  /** Shown instead of rows when there are none: an EmptyState or ErrorState. */
  empty?: ReactNode;
  /** Names the table for screen readers. */
  caption: string;
  /** The row that is open beside the table. */
  selectedKey?: string;
  density?: 'compact' | 'comfortable';
  /** Inside of a card, which has the border. */
  isEmbedded?: boolean;
}

/* Browsers drop table semantics when CSS changes the display, as the phone layout does; roles keep them. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

const cellBox = 'max-sm:min-h-5 max-sm:items-center max-sm:p-0 sm:px-3 sm:first:pl-4 sm:last:pr-4';
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
  name?: string;
  isSelected: boolean;
  height: string;
}

function BodyRow<Row>({ row, columns, href, name, isSelected, height }: BodyRowProps<Row>) {
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
        <td
          key={column.id}
          {...roles.cell}
          className={cn(cellBox, height, classes, column.mono && 'font-mono text-xs')}
        >
          {isFirst && href ? (
            <UiLink
              href={href}
              data-row-link=""
              aria-current={isSelected ? 'true' : undefined}
              className="min-w-0 rounded-sm font-medium underline-offset-4 hover:underline"
            >
              {column.cell(row)}
              {name && <span className="sr-only">, {name}</span>}
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
  getRowName,
  isLoading = false,
  isStale,
  skeletonRows = 10,
  empty,
  caption,
  selectedKey,
  density = 'compact',
  isEmbedded,
}: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isFixed = columns.some((column) => column.width);
  const all = place(columns, isFixed);
  const height = heights[density];
  const isEmpty = !isLoading && rows.length === 0;
  const frame = isEmbedded ? 'rounded-b-lg' : 'rounded-lg border';
  const box = cn('bg-card transition-opacity', frame, isStale && 'opacity-60');
  const isBusy = isStale || undefined;
  if (isEmpty && empty) {
    return (
      <div aria-busy={isBusy} className={box}>
        {empty}
      </div>
    );
  }
  return (
    <div aria-busy={isBusy} className={cn('@container relative overflow-x-auto', box)}>
      <table
        {...roles.table}
        aria-busy={isLoading || undefined}
        className={cn('w-full text-sm max-sm:block', isFixed && 'sm:table-fixed')}
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
                  name={getRowName?.(row)}
                  isSelected={selectedKey !== undefined && rowKey(row) === selectedKey}
                  height={height}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}
