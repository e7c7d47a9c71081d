export { type ListedMail, listMails, readAttachment } from './list-mails.ts';
