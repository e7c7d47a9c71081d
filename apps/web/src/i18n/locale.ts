/** The languages of the dashboard; the first is the default. */
export const locales = ['en', 'sw'] as const;
export type Locale = (typeof locales)[number];

/** The time zones that people choose between; the first is the default. */
export const timeZones = ['Africa/Nairobi', 'UTC'] as const;
export type TimeZone = (typeof timeZones)[number];

/** Cookies with a person's preferences, which are not secret. */
export const localeCookie = 'tillgate-locale';
export const timeZoneCookie = 'tillgate-time-zone';
/** Application and environment of the last opened tenant page. */
export const lastPlaceCookie = 'tillgate-place';
export const preferenceMaxAgeSeconds = 365 * 24 * 60 * 60;

/** The language that a text names; the default for any other text. */
export function toLocale(text: string | undefined): Locale {
  return locales.find((locale) => locale === text) ?? 'en';
}

/** The time zone that a text names; the default for any other text. */
export function toTimeZone(text: string | undefined): TimeZone {
  return timeZones.find((zone) => zone === text) ?? 'Africa/Nairobi';
}

/** The language of a request's cookie, for answers of procedures. */
export function readLocale(headers: Headers | undefined): Locale {
  const [, text] = new RegExp(`(?:^|;\\s*)${localeCookie}=(\\w+)`).exec(headers?.get('cookie') ?? '') ?? [];
  return toLocale(text);
}
