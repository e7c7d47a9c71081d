/** The clock difference that next-auth tolerates in OpenID Connect. */
const toleranceSeconds = 10;

type Times = Partial<Record<'iat' | 'nbf' | 'exp', unknown>>;

/**
 * By how many seconds the clocks of this server and of the identity provider differ, when a token was refused for that;
 * undefined when it was refused for something else. A token that was issued now has right clocks, whatever else is wrong.
 */
export function clockDifference(refused: unknown, now: Date): number | undefined {
  const times = timesOf(refused);
  if (!times) return undefined;
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const { iat, nbf, exp } = times;
  const isEarly = typeof nbf === 'number' && nbf > nowSeconds + toleranceSeconds;
  const isLate = typeof exp === 'number' && exp <= nowSeconds - toleranceSeconds;
  if (!isEarly && !isLate) return undefined;
  const said = typeof iat === 'number' ? iat : isEarly ? nbf : undefined;
  const seconds = said === undefined ? 0 : Math.abs(Math.round(said - nowSeconds));
  return seconds > toleranceSeconds ? seconds : undefined;
}

/** The times in the token that an error of `openid-client` carries. */
function timesOf(refused: unknown): Times | undefined {
  if (!(refused instanceof Error) || !('jwt' in refused) || typeof refused.jwt !== 'string') return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(refused.jwt.split('.')[1] ?? '', 'base64url').toString());
    return typeof payload === 'object' && payload !== null ? payload : undefined;
  } catch {
    return undefined;
  }
}
