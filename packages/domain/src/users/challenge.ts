import { z } from 'zod';
import { sha256 } from './token.ts';
import type { Vault } from './vault.ts';

const challengeMs = 5 * 60 * 1000;

const challengeSchema = z.object({
  userId: z.uuid(),
  /** Mark of the correct password: a new password ends all challenges. */
  password: z.string(),
  /** How the first step was taken. */
  method: z.enum(['password', 'oidc']).default('password'),
  /** An account of an identity provider, to link to the person after a correct code. */
  identity: z.object({ issuer: z.string(), subject: z.string() }).optional(),
  expiresAt: z.number(),
});

type Challenge = Omit<z.infer<typeof challengeSchema>, 'expiresAt'>;

/** The token of a person who gave the right password but not yet the second factor. It is not a session. */
export function issueChallenge(vault: Vault, challenge: Challenge, now: Date): string {
  return vault.seal(JSON.stringify({ ...challenge, expiresAt: now.getTime() + challengeMs }));
}

/** Undefined if we did not issue it, or if it is too old. */
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

/** A mark that changes with the password hash and does not reveal it. */
export function passwordMark(passwordHash: string | null): string {
  return sha256(passwordHash ?? '').slice(0, 16);
}
