import { z } from 'zod';
import { sha256 } from './token.ts';
import type { Vault } from './vault.ts';

const challengeMs = 5 * 60 * 1000;

const challengeSchema = z.object({
  userId: z.uuid(),
  /** Of the password that was right: a new password ends all challenges. */
  password: z.string(),
  /** How the first step was taken. */
  method: z.enum(['password', 'oidc']).default('password'),
  /** An account of an identity provider, to be tied to the person once the code is right. */
  identity: z.object({ issuer: z.string(), subject: z.string() }).optional(),
  expiresAt: z.number(),
});

type Challenge = Omit<z.infer<typeof challengeSchema>, 'expiresAt'>;

/** What somebody carries who gave the right password, and still owes the second factor. It is no session. */
export function issueChallenge(vault: Vault, challenge: Challenge, now: Date): string {
  return vault.seal(JSON.stringify({ ...challenge, expiresAt: now.getTime() + challengeMs }));
}

/** Undefined for what we did not issue, or too long ago. */
export function readChallenge(vault: Vault, text: string, now: Date): Challenge | undefined {
  let json: string;
  try {
    json = vault.open(text);
  } catch {
    return undefined;
  }
  const challenge = challengeSchema.safeParse(JSON.parse(json));
  if (!challenge.success || challenge.data.expiresAt <= now.getTime()) return undefined;
  const { expiresAt: _expiresAt, ...rest } = challenge.data;
  return rest;
}

/** Tells one password hash from the next without giving it away. */
export function passwordMark(passwordHash: string | null): string {
  return sha256(passwordHash ?? '').slice(0, 16);
}
