import { setBounded } from './bounded-map.ts';
import { newToken } from './ids.ts';
import { tokenLifetimeMs, tokensMax } from './limits.ts';

/** Access tokens of one rail. A consumer key may have several live ones. */
export type Tokens = {
  /** Issues a new token. With `endsOthers`, the earlier tokens of that consumer key stop working. */
  issue(consumerKey: string, endsOthers: boolean): string;
  isLive(token: string): boolean;
  /** The consumer key of a live token; undefined when the token is not live. */
  ownerOf(token: string): string | undefined;
  /** True for a token that expired, until it is revoked or too many others came. */
  hasIssued(token: string): boolean;
  revoke(token: string): void;
  /** Revokes every token and returns how many there were. */
  expireAll(): number;
};

/** @param lifetimeMs how long a token is live */
export const createTokens = (now: () => number, lifetimeMs: number = tokenLifetimeMs): Tokens => {
  const live = new Map<string, { consumerKey: string; expiresAtMs: number }>();
  const liveOwner = (token: string): string | undefined => {
    const found = live.get(token);
    return found !== undefined && found.expiresAtMs > now() ? found.consumerKey : undefined;
  };
  const revokeAllOf = (consumerKey: string): void => {
    for (const [token, owner] of live) if (owner.consumerKey === consumerKey) live.delete(token);
  };
  return {
    issue(consumerKey, endsOthers) {
      if (endsOthers) revokeAllOf(consumerKey);
      const token = newToken();
      setBounded(live, tokensMax, token, { consumerKey, expiresAtMs: now() + lifetimeMs });
      return token;
    },
    isLive: (token) => liveOwner(token) !== undefined,
    ownerOf: liveOwner,
    hasIssued: (token) => live.has(token),
    revoke: (token) => void live.delete(token),
    expireAll() {
      const count = live.size;
      live.clear();
      return count;
    },
  };
};
