export { createApplication } from './create-application.ts';
export type { SecretName } from './credentials.ts';
export { databaseTokenStore } from './database-token-store.ts';
export { createProviderAccounts, getProviderAccount } from './get-provider-account.ts';
export { renameApplication } from './rename-application.ts';
export {
  type CreateApplicationInput,
  createApplicationSchema,
  type RenameApplicationInput,
  renameApplicationSchema,
  type SetProviderCredentialsInput,
  setProviderCredentialsSchema,
} from './schemas.ts';
export { setProviderCredentials } from './set-provider-credentials.ts';
export { lockApplication } from './statements.ts';
