export { createOpen } from './create-open.ts';
export { createSeal } from './create-seal.ts';
export { generateSealKeys } from './generate-seal-keys.ts';
export { keyIdOf, parseSealed, readKey } from './sealing.ts';
