export { attemptSecondsMax, oneLine, subjectCharactersMax, textCharactersMax } from './mail.ts';
export { sendMail } from './send-mail.ts';
export { insertMails } from './statements.ts';
export { sweepMails } from './sweep-mails.ts';
export { type NewMail, writeMails } from './write-mails.ts';
