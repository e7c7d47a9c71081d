export {
  type AuthenticatedKey,
  type AuthenticateKey,
  authenticateKey,
  createKeyAuthenticator,
  keyCacheMs,
} from './authenticate-key.ts';
export { createKey } from './create-key.ts';
export { revokeKey } from './revoke-key.ts';
export {
  type CreateKeyInput,
  createKeySchema,
  environmentSchema,
  type RevokeKeyInput,
  revokeKeySchema,
} from './schemas.ts';
