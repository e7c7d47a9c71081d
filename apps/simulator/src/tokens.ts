import { newToken } from './ids.ts';
import { tokenLifetimeMs, tokensMax } from './limits.ts';

/** Access tokens. Each consumer key has at most one live token. */
export type Tokens = {
  /** Issues a new token. The previous token of that consumer key stops working, as it does at the provider. */
  issue(consumerKey: string): string;
  isLive(token: string): boolean;
  revoke(token: string): void;
  /** Revokes every token and returns how many there were. */
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
