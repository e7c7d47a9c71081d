import type { DomainError, Issue } from '../kernel/errors.ts';
import type { Named } from '../kernel/refusals.ts';
import type { Row } from './table.ts';

/** The table that a caller looks for in a file, and its words where the file has no such table. */
export type Sought = {
  /** Whether these first rows of a sheet or text, at most `headerRowsMax`, have the header of the table. Pure. */
  isIn(rows: readonly Row[]): boolean;
  /** The refusal of a file that cannot be read. */
  refuse(found: Issue[]): DomainError;
  /** Several sheets have such a table. */
  severalSheets(values: { sheets: string }): Named;
  /** The file is of a kind that no spreadsheet opens. */
  instead: { picture: Named; pdf: Named; document: Named };
  /** The largest file of the caller in bytes, where it is smaller than `fileBytesMax`. */
  bytesMax?: number;
  /** Whether sheets that the spreadsheet does not show are left unread. They are named all the same. */
  leavesHiddenSheets?: boolean;
};
