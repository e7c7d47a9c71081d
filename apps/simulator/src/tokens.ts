import { newToken } from './ids.ts';
import { tokenLifetimeMs, tokensMax } from './limits.ts';

/** Access tokens: one live token per consumer key. */
export type Tokens = {
  /** A new token; the previous one of that consumer key stops working, as upstream. */
  issue(consumerKey: string): string;
  isLive(token: string): boolean;
  revoke(token: string): void;
  /** Ends every token and says how many there were. */
  expireAll(): number;
};

export const createTokens = (now: () => number): Tokens => {
  const tokenOfKey = new Map<string, string>();
  const live = new Map<string, { consumerKey: string; expiresAtMs: number }>();
  const revoke = (token: string): void => {
    const owner = live.get(token);
    if (owner !== undefined) tokenOfKey.delete(owner.consumerKey);
    live.delete(token);
  };
  return {
    issue(consumerKey) {
      const previous = tokenOfKey.get(consumerKey);
      if (previous !== undefined) revoke(previous);
      const oldest = live.keys().next().value;
      if (live.size >= tokensMax && oldest !== undefined) revoke(oldest);
      const token = newToken();
      tokenOfKey.set(consumerKey, token);
      live.set(token, { consumerKey, expiresAtMs: now() + tokenLifetimeMs });
      return token;
    },
    isLive: (token) => (live.get(token)?.expiresAtMs ?? 0) > now(),
    revoke,
    expireAll() {
      const count = live.size;
      live.clear();
      tokenOfKey.clear();
      return count;
    },
  };
};
