export { type CredentialsStatus, getCredentialsStatus } from './get-credentials-status.ts';
export { getCollectingAccount, getPayoutReadiness } from './readiness.ts';
