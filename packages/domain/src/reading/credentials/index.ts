export { type CredentialsStatus, getCredentialsStatus } from './get-credentials-status.ts';
