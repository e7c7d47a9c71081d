const headersMax = 50;
const valueCharactersMax = 500;
/** Names and values together, as UTF-8. */
const headersBytesMax = 8_192;

/** Parts of names whose values let somebody in: the merchant's own secrets, which everybody who sees deliveries would see. */
const secretName = /auth|cookie|token|secret|key|session|passw|signature|credential|csrf|xsrf|jwt|bearer|^proxy-/;

/**
 * The headers of an answer, fit to be stored and shown: lower-case names, repeated ones joined, secrets redacted, nothing
 * that a database or a screen stumbles over, at most 50 headers, 500 characters of each and 8 kB of all.
 */
export function storableHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: [name: string, value: string][] = [];
  let bytes = 0;
  for (const [rawName, rawValue] of Object.entries(headers)) {
    if (kept.length === headersMax) break;
    const name = harmless(rawName.toLowerCase());
    const value = secretName.test(name) ? '[redacted]' : harmless(shortened([rawValue ?? []].flat().join(', ')));
    const size = Buffer.byteLength(name) + Buffer.byteLength(value);
    // One that is too long does not keep the shorter ones out.
    if (bytes + size > headersBytesMax) continue;
    bytes += size;
    kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

function shortened(value: string): string {
  return value.length > valueCharactersMax ? `${value.slice(0, valueCharactersMax - 1)}…` : value;
}

/** Postgres refuses NUL and halved characters in JSON; the other invisible ones forge what a screen shows. */
function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\uFFFD');
}
