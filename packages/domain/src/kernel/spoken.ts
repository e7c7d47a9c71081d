import { createHash } from 'node:crypto';

/** Without 0, 1, I, L, O and U, which people mishear or misread. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code that people can read out, always the same for one `source`. `length`: at most 32. */
export function spokenCode(source: string, length: number): string {
  return [...createHash('sha256').update(source).digest().subarray(0, length)]
    .map((byte) => letters[byte % letters.length])
    .join('');
}
