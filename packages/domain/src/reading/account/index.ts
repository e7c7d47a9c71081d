export { type Account, getAccount } from './get-account.ts';
export { type ListedSession, listSessions } from './list-sessions.ts';
