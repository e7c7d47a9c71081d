'use server';

import { cookies } from 'next/headers';
import { localeCookie, preferenceMaxAgeSeconds, timeZoneCookie, toLocale, toTimeZone } from '@/i18n/locale';
import { isServedSecurely } from '@/security/env';

async function remember(name: string, value: string): Promise<void> {
  const jar = await cookies();
  jar.set(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isServedSecurely(),
    maxAge: preferenceMaxAgeSeconds,
    path: '/',
  });
}

/** The page is rendered again in this language. */
export async function chooseLocale(locale: string): Promise<void> {
  await remember(localeCookie, toLocale(locale));
}

/** The page is rendered again with times of this zone. */
export async function chooseTimeZone(timeZone: string): Promise<void> {
  await remember(timeZoneCookie, toTimeZone(timeZone));
}
