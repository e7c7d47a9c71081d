export { createOpen, privateKeyIds } from './create-open.ts';
export { createSeal } from './create-seal.ts';
export { generateSealKeys } from './generate-seal-keys.ts';
export {
  accessTokenPlace,
  authenticatorPlace,
  credentialPlace,
  mailTextPlace,
  signingSecretPlace,
} from './places.ts';
export { keyIdOf, readKey } from './sealing.ts';
