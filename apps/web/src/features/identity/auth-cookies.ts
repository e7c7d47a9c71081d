import { knownDeviceMs } from '@tillgate/domain/users';
import { cookies } from 'next/headers';
import { type Deps, getDeps } from '@/deps';

function isSecure({ settings }: Deps): boolean {
  return settings.webUrl.startsWith('https://');
}

export function cookieNames(deps: Deps): Record<'session' | 'challenge' | 'next' | 'device', string> {
  const prefix = isSecure(deps) ? '__Host-' : '';
  return {
    session: `${prefix}tillgate.session`,
    challenge: `${prefix}tillgate.challenge`,
    next: `${prefix}tillgate.next`,
    device: `${prefix}tillgate.device`,
  };
}

export function cookieOptions(deps: Deps) {
  return { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: isSecure(deps) };
}

/** The token of an earlier sign-in in this browser. */
export async function readDeviceCookie(): Promise<string | undefined> {
  return (await cookies()).get(cookieNames(await getDeps()).device)?.value;
}

/** Keeps in this browser that its person has signed in here. For route handlers: pages cannot set cookies. */
export async function keepDevice(device: string): Promise<void> {
  const deps = await getDeps();
  (await cookies()).set(cookieNames(deps).device, device, { ...cookieOptions(deps), maxAge: knownDeviceMs / 1000 });
}
