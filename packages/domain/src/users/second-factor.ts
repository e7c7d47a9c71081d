import { Secret, TOTP } from 'otpauth';

/** The defaults of authenticator apps: SHA-1, 6 digits, 30 s. */
const periodSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** Phones' clocks may differ by one step. */
const windowSteps = 1;
const issuer = 'Tillgate';

/** Base32, for an authenticator app. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The time step whose code this is, at most one step from now; undefined when the code is wrong. Spaces do not matter. */
export function timeStepOf(secret: string, typed: string, now: Date): number | undefined {
  const token = typed.normalize('NFKC').replaceAll(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token, timestamp, window: windowSteps });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

function totp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits, period: periodSeconds, secret });
}
