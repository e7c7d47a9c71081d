import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Vault } from './vault.ts';

/** The library. Only the dashboard loads it, with the first passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** How long somebody may take to unlock their device. */
export const passkeyMs = 5 * 60 * 1000;

/** What a signature of a passkey is for. One for another purpose, or of another person, does not count. */
export type PasskeyPurpose =
  | { for: 'sign_in' }
  | { for: 'registration'; userId: string }
  | { for: 'proof'; userId: string };

/** The site that passkeys belong to. `id` is its host name. */
export type PasskeySite = { id: string; origin: string };

/**
 * Where passkeys of a dashboard belong. Undefined where browsers make none: at an IP address, and without HTTPS other
 * than on localhost. Pure.
 */
export function passkeySite(dashboardUrl: string): PasskeySite | undefined {
  const { hostname, origin, protocol } = new URL(dashboardUrl);
  const isName = !/^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && isSecure ? { id: hostname, origin } : undefined;
}

const challengeSchema = z.object({
  for: z.enum(['sign_in', 'registration', 'proof']),
  userId: z.string().optional(),
  issuedAt: z.number(),
});

/** What a passkey is to sign: sealed, so that only what we issued counts, and nothing of it is kept. */
export function issuePasskeyChallenge(vault: Vault, purpose: PasskeyPurpose, now: Date): string {
  return vault.seal(JSON.stringify({ ...purpose, issuedAt: now.getTime() }));
}

/**
 * When a signed challenge was issued. Undefined when we did not issue it, or for something else, or too long ago.
 * @param signed base64url, as browsers send it
 */
export function readPasskeyChallenge(
  vault: Vault,
  signed: string,
  purpose: PasskeyPurpose,
  now: Date,
): Date | undefined {
  try {
    const text = vault.open(Buffer.from(signed, 'base64url').toString('utf8'));
    const { issuedAt, ...issued } = challengeSchema.parse(JSON.parse(text));
    const userId = 'userId' in purpose ? purpose.userId : undefined;
    const isMeant = issued.for === purpose.for && issued.userId === userId;
    const age = now.getTime() - issuedAt;
    return isMeant && age >= 0 && age < passkeyMs ? new Date(issuedAt) : undefined;
  } catch {
    return undefined;
  }
}

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,16000}$/);
const credentialId = z.string().regex(/^[A-Za-z0-9_-]{1,1400}$/);
const transports = z.array(z.string().max(20)).max(10);
const common = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
const signatureSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((text) => text ?? undefined),
  }),
});
const registrationSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports: transports.default([]) }),
});

/** What a browser returned, as the JSON text of it. Undefined when it is nothing of the kind. */
function readResponse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const readSignature = (text: string) =>
  readResponse(signatureSchema, text) as AuthenticationResponseJSON | undefined;
export const readRegistration = (text: string) =>
  readResponse(registrationSchema, text) as RegistrationResponseJSON | undefined;

/** As passkeys are kept. */
type StoredPasskey = {
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: bigint;
  transports: string[];
};

export function credentialOf({ credentialId: id, publicKey, counter, transports }: StoredPasskey): WebAuthnCredential {
  return {
    id,
    publicKey: new Uint8Array(publicKey),
    counter: Number(counter),
    // Browsers add kinds; what this one does not know, it leaves out.
    transports: transports as WebAuthnCredential['transports'],
  };
}

type SignatureCheck = { site: PasskeySite; vault: Vault; purpose: PasskeyPurpose; now: Date };

/**
 * Checks a signature: the site, the purpose, the key, the person whom the passkey names, and that its device was
 * unlocked. Undefined when any of it is wrong.
 */
export async function checkSignature(
  passkey: StoredPasskey,
  response: AuthenticationResponseJSON,
  { site, vault, purpose, now }: SignatureCheck,
): Promise<{ issuedAt: Date; counter: bigint } | undefined> {
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  let issuedAt: Date | undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (signed) => {
        issuedAt = readPasskeyChallenge(vault, signed, purpose, now);
        return issuedAt !== undefined;
      },
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: credentialOf(passkey),
    });
    return verified && issuedAt ? { issuedAt, counter: BigInt(authenticationInfo.newCounter) } : undefined;
  } catch {
    // The library throws for each thing that is wrong.
    return undefined;
  }
}

/** How a passkey names its person. */
function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
