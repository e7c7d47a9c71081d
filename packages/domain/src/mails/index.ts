export { nameActors } from './actor-names.ts';
export { attachmentBytesMax, attemptSecondsMax, oneLine, subjectCharactersMax, textCharactersMax } from './mail.ts';
export { attachmentOf, readMailText } from './mail-text.ts';
export { writeOwnerMails } from './owner-mails.ts';
export { type MutableMail, mailReaders, mutableMails } from './reader.ts';
export { sendMail } from './send-mail.ts';
export { insertMails, isMailReader } from './statements.ts';
export { sweepMails } from './sweep-mails.ts';
export { type NewMail, type SecretMail, writeMails, writeSecretMails } from './write-mails.ts';
