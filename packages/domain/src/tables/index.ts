export { type Breath, createBreath } from './breath.ts';
export { readTable } from './read-table.ts';
export type { Sought } from './sought.ts';
export { cellLengthMax, columnsMax, fileBytesMax, headerRowsMax, type Row, rowOf } from './table.ts';
export { type DateOrder, findDateOrder, readCents, readEatTime } from './values.ts';
