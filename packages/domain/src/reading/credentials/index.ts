export { type CredentialsStatus, getCredentialsStatus } from './get-credentials-status.ts';
export { listRailAccounts, type RailAccountStatus } from './list-rail-accounts.ts';
export { getCollecting, getPayoutReadiness, listPayingRails } from './readiness.ts';
