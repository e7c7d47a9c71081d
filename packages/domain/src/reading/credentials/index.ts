export { type CredentialsStatus, getCredentialsStatus } from './get-credentials-status.ts';
export { listRailAccounts, type RailAccountStatus } from './list-rail-accounts.ts';
export { getCollecting, getPayoutReadiness, listCollectingRails, listPayingRails } from './readiness.ts';
