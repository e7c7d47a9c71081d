export { type AuthenticateKey, authenticateKey, createKeyAuthenticator } from './authenticate-key.ts';
export { createKey } from './create-key.ts';
export { newKey } from './key.ts';
export { createKeyUses } from './key-uses.ts';
export { revokeKey } from './revoke-key.ts';
export { rotateKey } from './rotate-key.ts';
export { createKeySchema, environmentSchema, graceSecondsMax, revokeKeySchema, rotateKeySchema } from './schemas.ts';
