export {
  type AuthenticatedKey,
  type AuthenticateKey,
  authenticateKey,
  createKeyAuthenticator,
  keyCacheMs,
} from './authenticate-key.ts';
export { createKey } from './create-key.ts';
export { newKey } from './key.ts';
export { createKeyUses, type KeyUses } from './key-uses.ts';
export { revokeKey } from './revoke-key.ts';
export { rotateKey } from './rotate-key.ts';
export {
  type CreateKeyInput,
  createKeySchema,
  environmentSchema,
  graceSecondsMax,
  type RevokeKeyInput,
  type RotateKeyInput,
  revokeKeySchema,
  rotateKeySchema,
} from './schemas.ts';
