import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Vault } from './vault.ts';

/** Loads the library on first use. Only the dashboard needs it. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** How long somebody may take to unlock their device. */
export const passkeyMs = 5 * 60 * 1000;

/** The purpose of a passkey's signature. A signature for another purpose or person is refused. */
export type PasskeyPurpose =
  | { for: 'sign_in' }
  | { for: 'registration'; userId: string }
  | { for: 'proof'; userId: string };

/** The site that passkeys belong to. `id` is its host name. */
export type PasskeySite = { id: string; origin: string };

/**
 * The passkey site of a dashboard. Undefined where browsers allow no passkeys: at an IP address, and without HTTPS except
 * on localhost. Pure.
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

/** The challenge that a passkey signs. It is sealed, so that we can recognize it without storing it. */
export function issuePasskeyChallenge(vault: Vault, purpose: PasskeyPurpose, now: Date): string {
  return vault.seal(JSON.stringify({ ...purpose, issuedAt: now.getTime() }));
}

/**
 * When a signed challenge was issued. Undefined if we did not issue it for this purpose, or if it is too old.
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

/** Parses the JSON text of a browser's response. Undefined when it has another shape. */
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

/** A passkey as stored. */
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
    // Browsers ignore transports that they do not know.
    transports: transports as WebAuthnCredential['transports'],
  };
}

type SignatureCheck = { site: PasskeySite; vault: Vault; purpose: PasskeyPurpose; now: Date };

/**
 * Checks a signature: the site, the purpose, the key, the person whom the passkey names, and that its device was
 * unlocked. Undefined when a check fails.
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
    // The library throws for each failed check.
    return undefined;
  }
}

/** The user handle of a person in passkeys. */
function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
