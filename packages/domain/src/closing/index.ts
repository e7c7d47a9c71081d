export { type DayPaper, renderDay } from './day-pdf.ts';
export { type SignOffDayInput, signOffDaySchema } from './schemas.ts';
export { type SignedOff, signOffDay } from './sign-off-day.ts';
export { sweepDays } from './sweep-days.ts';
