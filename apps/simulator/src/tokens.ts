import { setBounded } from './bounded-map.ts';
import { newToken } from './ids.ts';
import { tokenLifetimeMs, tokensMax } from './limits.ts';

/** Access tokens. A consumer key may have several live ones. */
export type Tokens = {
  /** Issues a new token. With `endsOthers`, the earlier tokens of that consumer key stop working. */
  issue(consumerKey: string, endsOthers: boolean): string;
  isLive(token: string): boolean;
  revoke(token: string): void;
  /** Revokes every token and returns how many there were. */
  expireAll(): number;
};

export const createTokens = (now: () => number): Tokens => {
  const live = new Map<string, { consumerKey: string; expiresAtMs: number }>();
  const revokeAllOf = (consumerKey: string): void => {
    for (const [token, owner] of live) if (owner.consumerKey === consumerKey) live.delete(token);
  };
  return {
    issue(consumerKey, endsOthers) {
      if (endsOthers) revokeAllOf(consumerKey);
      const token = newToken();
      setBounded(live, tokensMax, token, { consumerKey, expiresAtMs: now() + tokenLifetimeMs });
      return token;
    },
    isLive: (token) => (live.get(token)?.expiresAtMs ?? 0) > now(),
    revoke: (token) => void live.delete(token),
    expireAll() {
      const count = live.size;
      live.clear();
      return count;
    },
  };
};
