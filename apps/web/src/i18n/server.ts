import { cookies } from 'next/headers';
import { cache } from 'react';
import { createTranslator } from 'use-intl/core';
import { isDevelopment } from '@/security/env';
import { compileTexts, type SourceTexts, type Texts } from './compile.ts';
import { type Locale, localeCookie, type TimeZone, timeZoneCookie, toLocale, toTimeZone } from './locale.ts';
import { type Namespace, namespaces } from './namespaces.ts';

/** The language and time zone that the person of this request prefers. */
export const readPreferences = cache(async (): Promise<{ locale: Locale; timeZone: TimeZone }> => {
  const jar = await cookies();
  return {
    locale: toLocale(jar.get(localeCookie)?.value),
    timeZone: toTimeZone(jar.get(timeZoneCookie)?.value),
  };
});

const compiled = new Map<string, Texts>();

async function loadTexts(locale: Locale, namespace: Namespace): Promise<Texts> {
  const key = `${locale}/${namespace}`;
  const known = isDevelopment() ? undefined : compiled.get(key);
  if (known) return known;
  const { default: source } = (await import(`../../messages/${locale}/${namespace}.json`)) as { default: SourceTexts };
  const texts = compileTexts(source);
  compiled.set(key, texts);
  return texts;
}

/** The texts of some features, by feature. @throws when a feature has no file. */
export async function loadMessages(locale: Locale, features: readonly Namespace[]): Promise<Record<string, Texts>> {
  const entries = features.map(async (name) => [name, await loadTexts(locale, name)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Says texts: `t('title')`, `t('rows', { count: 3 })`. */
export type Translate = (key: string, values?: Record<string, string | number | Date>) => string;

/**
 * For server components: texts in the language of the request, of one feature (`t('title')`) or of any (`t('payments.title')`).
 */
export const getTranslator = cache(async (namespace?: Namespace): Promise<Translate> => {
  const { locale, timeZone } = await readPreferences();
  const messages = await loadMessages(locale, namespace === undefined ? namespaces : [namespace]);
  // Its keys are typed by its messages, which are files.
  return createTranslator({ locale, timeZone, messages, namespace }) as unknown as Translate;
});
