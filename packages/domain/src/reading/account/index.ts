export { type Account, getAccount } from './get-account.ts';
export { listSessions } from './list-sessions.ts';
