const headersMax = 50;
const valueCharactersMax = 500;
/** Names and values together, in bytes of UTF-8. */
const headersBytesMax = 8_192;

/** Headers with such names may hold the merchant's own secrets, and every member who sees deliveries would see them. */
const secretName = /auth|cookie|token|secret|key|session|passw|signature|credential|csrf|xsrf|jwt|bearer|^proxy-/;

/**
 * Returns the headers of a response in a form that is safe to store and show: lower-case names, repeated headers
 * joined, secrets redacted, control characters replaced. At most 50 headers, 500 characters of each value and 8 kB in
 * total.
 */
export function storableHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: [name: string, value: string][] = [];
  let bytes = 0;
  for (const [rawName, rawValue] of Object.entries(headers)) {
    if (kept.length === headersMax) break;
    const name = withoutInvisible(rawName.toLowerCase());
    const value = secretName.test(name)
      ? '[redacted]'
      : withoutInvisible(shortened([rawValue ?? []].flat().join(', ')));
    const size = Buffer.byteLength(name) + Buffer.byteLength(value);
    // A header that does not fit is left out; shorter ones after it may still fit.
    if (bytes + size > headersBytesMax) continue;
    bytes += size;
    kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

function shortened(value: string): string {
  return value.length > valueCharactersMax ? `${value.slice(0, valueCharactersMax - 1)}…` : value;
}

/** Postgres refuses NUL and half surrogate pairs in JSON. Other invisible characters can falsify a screen. */
function withoutInvisible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\uFFFD');
}
