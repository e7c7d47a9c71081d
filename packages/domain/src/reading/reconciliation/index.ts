export { dayOf } from '../../kernel/business-day.ts';
export type { BalanceGap } from './continuity.ts';
export { type CalendarDay, calendarSchema, getCalendar } from './get-calendar.ts';
export { type ConfirmationGaps, getConfirmationGaps } from './get-confirmation-gaps.ts';
export { getStatement, type StatementDetail } from './get-statement.ts';
export { listExceptions } from './list-exceptions.ts';
export { listImports, listShortcodes, type StatementRow } from './list-imports.ts';
export { listLines } from './list-lines.ts';
export {
  type ExceptionFacts,
  type ExceptionReason,
  exceptionReasons,
  exceptionsReport,
  readExceptionFacts,
} from './report-exceptions.ts';
export { linesReport } from './report-lines.ts';
export {
  confirmationGapsSchema,
  dayOfShortcodeSchema,
  listLinesSchema,
  listStatementsSchema,
  statementSchema,
} from './schemas.ts';
