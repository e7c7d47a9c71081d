import { hash, verify } from '@node-rs/argon2';

export const passwordLengthMin = 10;
export const passwordLengthMax = 200;

/** argon2id (the library's default), with the parameters that OWASP recommends. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same password from different keyboards must have the same bytes. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalised(password), argon2id);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalised(password));
}
