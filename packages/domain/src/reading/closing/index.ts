export {
  type AccountAmount,
  type DayAccount,
  type DayAmount,
  type DayBridge,
  type DayCount,
  type DayFigures,
  type DayState,
  dayAmounts,
  differenceOf,
  type ExceptionCounts,
  type FigureChange,
  type FigureDifference,
  sumOf,
} from './figures.ts';
export { fingerprintOf } from './fingerprint.ts';
export { type DayDetail, getDay, listDays } from './get-day.ts';
export { type BusinessDay, businessTimeZone, readDays, type SignOff } from './read-days.ts';
export { daySchema, getDaySchema, listDaysSchema } from './schemas.ts';
