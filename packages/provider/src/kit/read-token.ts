import { field, type JsonObject } from './json.ts';
import type { FetchedToken } from './token-issuer.ts';

const tokenLengthMax = 4096;
const lifetimeMaxSeconds = 24 * 3600;

/**
 * Reads the answer of a network that gave a token: `access_token` and `expires_in`, a number or a text of seconds. Pure.
 *
 * @param lifetimeDefaultSeconds how long a token is used whose life the network does not say
 */
export function readToken(json: JsonObject | undefined, lifetimeDefaultSeconds: number): FetchedToken {
  const token = field(json, 'access_token');
  if (!isSendable(token)) return unavailable('The provider answered the token request with something unreadable.');
  return { kind: 'token', token, lifetimeSeconds: lifetime(field(json, 'expires_in')) ?? lifetimeDefaultSeconds };
}

/** The outcome when there is no token for another reason than wrong credentials. */
export function unavailable(description: string): FetchedToken & { kind: 'failed' } {
  return { kind: 'failed', code: 'token_unavailable', description };
}

/** True for a token that can be sent in a header unchanged. */
function isSendable(token: unknown): token is string {
  return typeof token === 'string' && token.length <= tokenLengthMax && /^[\x21-\x7e]+$/.test(token);
}

function lifetime(value: unknown): number | undefined {
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, lifetimeMaxSeconds) : undefined;
}
