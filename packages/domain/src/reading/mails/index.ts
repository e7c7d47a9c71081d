export { type ListedMail, listMails } from './list-mails.ts';
