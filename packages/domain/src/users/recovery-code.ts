import { randomInt } from 'node:crypto';
import { sha256 } from './token.ts';

export const recoveryCodesCount = 10;

/** Without ambiguous letters: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeCharacters = 12;
const groupCharacters = 4;

/** Codes as people see them, `XXXX-XXXX-XXXX`, 60 bits each. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodesCount) codes.add(grouped(newCode()));
  return [...codes];
}

function newCode(): string {
  return Array.from({ length: codeCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function grouped(code: string): string {
  return (code.match(new RegExp(`.{${groupCharacters}}`, 'g')) ?? []).join('-');
}

/** The stored hash of a typed code; undefined if it cannot be a code. Case, spaces and hyphens do not matter. */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = code.length === codeCharacters && [...code].every((character) => alphabet.includes(character));
  return isCode ? sha256(code) : undefined;
}
