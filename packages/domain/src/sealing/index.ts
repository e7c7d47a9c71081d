export { createOpen, privateKeyIds } from './create-open.ts';
export { createSeal } from './create-seal.ts';
export { generateSealKeys } from './generate-seal-keys.ts';
export {
  accessTokenPlace,
  authenticatorPlace,
  bucketKeyPlace,
  credentialPlace,
  mailTextPlace,
  railSecretPlace,
  signingSecretPlace,
} from './places.ts';
export { countSealed, type Opened, openAll, type Resealed, reseal, type SealedCount } from './reseal.ts';
export { keyIdOf, readKey } from './sealing.ts';
