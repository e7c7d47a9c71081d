export { type DayPaper, renderDay } from './day-pdf.ts';
export type { DayReader } from './day-readers.ts';
export { type DayMailView, getDayMail } from './get-day-mail.ts';
export { type SetDayMailInput, type SignOffDayInput, setDayMailSchema, signOffDaySchema } from './schemas.ts';
export { setDayMail, stopDayMail } from './set-day-mail.ts';
export { type SignedOff, signOffDay } from './sign-off-day.ts';
export { sweepDayMails } from './sweep-day-mails.ts';
export { sweepDays } from './sweep-days.ts';
