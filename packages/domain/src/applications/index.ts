export { createApplication } from './create-application.ts';
export { databaseTokenStore } from './database-token-store.ts';
export { type CredentialsStatus, getCredentialsStatus } from './get-credentials-status.ts';
export { accountCacheMs, createProviderAccounts, getProviderAccount } from './get-provider-account.ts';
export { renameApplication } from './rename-application.ts';
export {
  type CreateApplicationInput,
  createApplicationSchema,
  type RenameApplicationInput,
  type SetProviderCredentialsInput,
  setProviderCredentialsSchema,
} from './schemas.ts';
export { setProviderCredentials } from './set-provider-credentials.ts';
