import type { Logger } from 'pino';
import type { Env } from './env.ts';

/**
 * Whether requests come through a proxy that nobody named. This process speaks plain http, so somebody else answers at an
 * https address, and every callback of production would seem to come from there.
 */
export function lacksProxies(env: Pick<Env, 'PUBLIC_BASE_URL' | 'TRUSTED_PROXIES'>): boolean {
  return env.PUBLIC_BASE_URL.startsWith('https:') && env.TRUSTED_PROXIES.length === 0;
}

/** The proxies that a process knows, and whether it lacks one. */
export const proxiesOf = (env: Parameters<typeof lacksProxies>[0]) => ({
  trustedProxies: env.TRUSTED_PROXIES,
  lacksProxies: lacksProxies(env),
});

/** Warns at the start of a process that lacks its proxies. */
export function warnOfMissingProxies(env: Parameters<typeof lacksProxies>[0], log: Pick<Logger, 'warn'>): void {
  if (!lacksProxies(env)) return;
  log.warn('TRUSTED_PROXIES is empty and PUBLIC_BASE_URL is https: every request seems to come from your proxy.');
}
