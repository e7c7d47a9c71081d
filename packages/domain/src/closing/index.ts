export { renderDay } from './day-pdf.ts';
export { type DayWords, dayWords, differenceText } from './day-words.ts';
export { getDayMail } from './get-day-mail.ts';
export { setDayMailSchema, signOffDaySchema } from './schemas.ts';
export { setDayMail, stopDayMail } from './set-day-mail.ts';
export { signOffDay } from './sign-off-day.ts';
export { sweepDayMails } from './sweep-day-mails.ts';
export { sweepDays } from './sweep-days.ts';
