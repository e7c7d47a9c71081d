export {
  type AuthenticateToken,
  createTokenAuthenticator,
  createTokenUses,
  type TokenCaller,
} from './authenticate-token.ts';
export { createReportingToken } from './create-token.ts';
export { revokeReportingToken } from './revoke-token.ts';
export { createReportingTokenSchema, revokeReportingTokenSchema } from './schemas.ts';
export { recordTokenRevoked } from './statements.ts';
export { readingPermissions } from './token.ts';
