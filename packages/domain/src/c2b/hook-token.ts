import { randomBytes } from 'node:crypto';

const hookTokenBytes = 32;

/**
 * A token that cannot be guessed. Hex only: the provider refuses addresses that contain certain
 * words, which hex cannot spell.
 */
export function newHookToken(): string {
  return randomBytes(hookTokenBytes).toString('hex');
}
