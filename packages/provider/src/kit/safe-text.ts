import { cut, plain } from './json.ts';

/** Longest description of a rejection, in characters. */
export const descriptionLengthMax = 500;
/** Shorter texts are never masked: no real secret is this short, and masking them would garble any sentence. */
const secretLengthMin = 6;

/** Cuts a text from the provider and masks every secret that it echoes, whole or cut off at the end of the text. */
export function safeText(text: string, secrets: readonly string[] = []): string {
  return cut(withoutSecrets(plain(text), secrets), descriptionLengthMax);
}

/** Masks every secret that a text echoes, also as JSON and URLs write it, whole or cut off at the end of the text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), secret.replaceAll('/', '\\/')])
    .filter((secret, index, all) => secret.length >= secretLengthMin && all.indexOf(secret) === index)
    .reduce((sentence, secret) => maskCutSecret(sentence.replaceAll(secret, '***'), secret), text);
}

function maskCutSecret(sentence: string, secret: string): string {
  const lengthMax = Math.min(secret.length - 1, sentence.length);
  for (let length = lengthMax; length >= secretLengthMin; length -= 1) {
    if (sentence.endsWith(secret.slice(0, length))) return `${sentence.slice(0, -length)}***`;
  }
  return sentence;
}
