export type { DayColour } from './calendar.ts';
export { type BalanceGap, type BalancePoint, findGaps } from './continuity.ts';
export { type CalendarDay, calendarSchema, getCalendar } from './get-calendar.ts';
export { getStatement, type StatementDetail } from './get-statement.ts';
