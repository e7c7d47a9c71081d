import type { WithProvider } from '../kernel/context.ts';

/** The two addresses of one secured operation; the token is its only secret. */
export function resultUrls(
  ctx: Pick<WithProvider, 'callbackBaseUrl'>,
  callbackToken: string,
): { resultUrl: string; timeoutUrl: string } {
  return {
    resultUrl: `${ctx.callbackBaseUrl}/result-hook/${callbackToken}`,
    timeoutUrl: `${ctx.callbackBaseUrl}/timeout-hook/${callbackToken}`,
  };
}
