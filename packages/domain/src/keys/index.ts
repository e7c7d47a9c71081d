export { ipListSchema } from '../kernel/ip-list.ts';
export { type AuthenticateKey, authenticateKey, createKeyAuthenticator, requireAddress } from './authenticate-key.ts';
export { type CountBadKey, createBadKeyCount } from './bad-keys.ts';
export { confirmKey } from './confirm-key.ts';
export { createKey, type NewApiKey } from './create-key.ts';
export { hashKey, lastFourOf, newKey, newSecretDigits } from './key.ts';
export { createKeyNetworks, type KeyNetworks } from './key-networks.ts';
export { createKeyUses } from './key-uses.ts';
export { revokeKey } from './revoke-key.ts';
export { rotateKey } from './rotate-key.ts';
export {
  type CreateKeyInput,
  createKeySchema,
  environmentSchema,
  graceSecondsMax,
  type RotateKeyInput,
  revokeKeySchema,
  rotateKeySchema,
} from './schemas.ts';
export { lineOf, recordKeyRevoked } from './statements.ts';
export { sweepKeys } from './sweep-keys.ts';
