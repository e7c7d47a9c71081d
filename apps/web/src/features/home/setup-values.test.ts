import { readFileSync } from 'node:fs';
import type { RailName } from '@tillgate/domain/rails/labels';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import type { Locale } from '@/i18n/locale';
import { setupValues } from './setup-values.ts';

const textsOf = (locale: Locale) =>
  JSON.parse(readFileSync(new URL(`../../../messages/${locale}/home.json`, import.meta.url), 'utf8'));

/** What the first step says. */
function stepOf(rails: readonly RailName[], locale: Locale): Record<'title' | 'text' | 'textSandbox', string> {
  const t = createTranslator({ locale, messages: { home: textsOf(locale) }, namespace: 'home.setup.credentials' });
  const say = (key: string) => t(key as never, setupValues(rails, locale) as never);
  return { title: say('title'), text: say('text'), textSandbox: say('textSandbox') };
}

describe('the first step names the networks of the application', () => {
  it.each<[RailName[], Locale, string, RegExp, RegExp]>([
    [['mpesa'], 'en', 'Set the M-PESA credentials', /passkey.* when M-PESA accepts/, /sandbox defaults/],
    [['mpesa'], 'sw', 'Weka vitambulisho vya M-PESA', /passkey/, /thamani za majaribio/],
    [
      ['airtel'],
      'en',
      'Set the Airtel Money credentials',
      /the portal of Airtel Money gave you/,
      /^Verify the account/,
    ],
    [['airtel'], 'sw', 'Weka vitambulisho vya Airtel Money', /tovuti ya Airtel Money/, /^Thibitisha akaunti/],
    [[], 'en', 'Set the M-PESA or Airtel Money credentials', /M-PESA or Airtel Money/, /sandbox defaults/],
    [[], 'sw', 'Weka vitambulisho vya M-PESA au Airtel Money', /M-PESA au Airtel Money/, /thamani za majaribio/],
    [
      ['airtel', 'mpesa'],
      'en',
      'Set the Airtel Money or M-PESA credentials',
      /Airtel Money or M-PESA/,
      /sandbox defaults/,
    ],
  ])('%j in %s: %s', (rails, locale, title, text, textSandbox) => {
    const said = stepOf(rails, locale);
    expect(said.title).toBe(title);
    expect(said.text).toMatch(text);
    expect(said.textSandbox).toMatch(textSandbox);
    if (!rails.includes('mpesa') && rails.length > 0) expect(Object.values(said).join(' ')).not.toContain('M-PESA');
  });
});
