export { type CredentialsStatus, getCredentialsStatus } from './get-credentials-status.ts';
export { listRailAccounts, type RailAccountStatus } from './list-rail-accounts.ts';
export { listCollectingRails, listPayingRails } from './rails-of-tenant.ts';
export { getCollecting, getPayoutReadiness } from './readiness.ts';
