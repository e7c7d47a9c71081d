import { cookies } from 'next/headers';
import { type ColumnList, columnsCookie, readHidden } from './columns.ts';

/** The columns of a list that the person of this request hides. */
export async function readHiddenColumns(list: ColumnList): Promise<string[]> {
  return readHidden((await cookies()).get(columnsCookie)?.value, list);
}
