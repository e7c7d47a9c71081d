'use client';

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@tillgate/ui';
import { useTheme } from 'next-themes';
import { useTransition } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePreferences } from '@/format';
import { locales, timeZones } from '@/i18n/locale';
import type { LazyMenuProps } from './lazy-menu.tsx';
import { chooseLocale, chooseTimeZone } from './preferences-actions.ts';

const themes = ['light', 'dark', 'system'] as const;

/** Theme, language and the clock that times are shown by. */
export function PreferencesMenu({ trigger }: LazyMenuProps) {
  const t = useTranslations('shell.preferences');
  const { theme, setTheme } = useTheme();
  const { locale, timeZone } = usePreferences();
  const [, startTransition] = useTransition();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-52">
        <Choices name={t('theme')} value={theme ?? 'system'} onChoose={setTheme}>
          {themes.map((name) => ({ value: name, label: t(`themes.${name}`) }))}
        </Choices>
        <DropdownMenuSeparator />
        <Choices name={t('language')} value={locale} onChoose={(value) => startTransition(() => chooseLocale(value))}>
          {locales.map((name) => ({ value: name, label: t(`languages.${name}`), lang: name }))}
        </Choices>
        <DropdownMenuSeparator />
        <Choices
          name={t('timeZone')}
          value={timeZone}
          onChoose={(value) => startTransition(() => chooseTimeZone(value))}
        >
          {timeZones.map((name) => ({ value: name, label: t(`timeZones.${name === 'UTC' ? 'utc' : 'nairobi'}`) }))}
        </Choices>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ChoicesProps = {
  name: string;
  value: string;
  onChoose: (value: string) => void;
  children: { value: string; label: string; lang?: string }[];
};

function Choices({ name, value, onChoose, children }: ChoicesProps) {
  return (
    <>
      <DropdownMenuLabel>{name}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={value} onValueChange={onChoose} aria-label={name}>
        {children.map((choice) => (
          <DropdownMenuRadioItem key={choice.value} value={choice.value} lang={choice.lang}>
            {choice.label}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
