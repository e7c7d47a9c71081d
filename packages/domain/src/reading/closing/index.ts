export type { DaySheet, SheetFigure, SheetLine } from './day-sheet.ts';
export { explainShortcode, type ShortcodeDay } from './explain-shortcode.ts';
export { centsOf, type DayFigures, differenceOf, type FigureChange, sumOf } from './figures.ts';
export { fingerprintOf } from './fingerprint.ts';
export { type DayDetail, getDay, listDays } from './get-day.ts';
export { type BusinessDay, readDays, type SignOff } from './read-days.ts';
export { daySchema, getDaySchema, listDaysSchema } from './schemas.ts';
