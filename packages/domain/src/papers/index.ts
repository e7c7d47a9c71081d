export { fileOf, grey, heading, numberPages, openDocument, type Pen, row, sizes, write } from './pen.ts';
export { type Column, type TableRow, table } from './table.ts';
export { eatMoment, eatText, filled, type PaperLocale } from './text.ts';
