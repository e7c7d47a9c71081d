export { claimShortcode, refuseForeignShortcode } from './claim-shortcode.ts';
export { createApplication } from './create-application.ts';
export type { SecretName } from './credentials.ts';
export { databaseTokenStore } from './database-token-store.ts';
export { createAccounts, demandAccount, demandAnyAccount, getAccounts, getProviderAccount } from './get-accounts.ts';
export { areBodiesKept, keepBodies } from './keep-bodies.ts';
export { listUnprovenAccounts } from './list-unproven-accounts.ts';
export { makeDefaultAccount, makeDefaultAccountSchema } from './make-default-account.ts';
export { chooseAccount } from './rails/choose-account.ts';
export {
  type AccountPart,
  accountFields,
  accountParts,
  type OtherRail,
  otherRails,
  paysOutWith,
} from './rails/index.ts';
export { listShortcodes, releaseShortcode } from './release-shortcode.ts';
export { renameApplication } from './rename-application.ts';
export {
  keepBodiesSchema,
  renameApplicationSchema,
  type SetProviderCredentialsInput,
  setProviderCredentialsSchema,
  setReturnHostsSchema,
} from './schemas.ts';
export { setProviderCredentials } from './set-provider-credentials.ts';
export { type SetRailAccountInput, setRailAccount, setRailAccountSchema } from './set-rail-account.ts';
export { setReturnHosts } from './set-return-hosts.ts';
export { lockApplication, recordC2bVersion } from './statements.ts';
