import type { DataTableColumn } from '@tillgate/ui';

/** The columns that are shown. An essential column, which no width leaves out, cannot be hidden. */
export function shownColumns<Row>(columns: DataTableColumn<Row>[], hidden: readonly string[]): DataTableColumn<Row>[] {
  return columns.filter(({ id, hideBelow }) => !hideBelow || !hidden.includes(id));
}
