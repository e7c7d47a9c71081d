import { isServing } from './security/env.ts';

/** At the start of the server: an environment that is not right ends it now and not at the first request. */
export async function register(): Promise<void> {
  if (!isServing()) return;
  const { getDeps } = await import('./deps.ts');
  await getDeps();
}
