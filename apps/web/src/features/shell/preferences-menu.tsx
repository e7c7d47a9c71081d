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
import { useSyncExternalStore, useTransition } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePreferences } from '@/format';
import { locales, timeZones } from '@/i18n/locale';
import type { LazyMenuProps } from './lazy-menu.tsx';
import { chooseLocale, chooseTimeZone } from './preferences-actions.ts';
import { areShortcutsOn, shortcutsChoice } from './shortcuts.ts';
import { chooseTheme, readTheme, themes, watchTheme } from './theme.ts';

/** Theme, language, the clock that times are shown by, and whether single keys do something. */
export function PreferencesMenu({ trigger }: LazyMenuProps) {
  const t = useTranslations('shell.preferences');
  const theme = useSyncExternalStore(watchTheme, readTheme, () => 'system' as const);
  const shortcuts = useSyncExternalStore(shortcutsChoice.watch, areShortcutsOn, () => true);
  const { locale, timeZone } = usePreferences();
  const [, startTransition] = useTransition();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-52">
        <Choices name={t('theme')} value={theme} onChoose={chooseTheme}>
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
        <DropdownMenuSeparator />
        <Choices name={t('shortcuts')} value={shortcuts ? 'on' : 'off'} onChoose={shortcutsChoice.write}>
          {(['on', 'off'] as const).map((name) => ({ value: name, label: t(`shortcutsAre.${name}`) }))}
        </Choices>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ChoicesProps<Value extends string> = {
  name: string;
  value: Value;
  onChoose: (value: Value) => void;
  children: { value: Value; label: string; lang?: string }[];
};

function Choices<Value extends string>({ name, value, onChoose, children }: ChoicesProps<Value>) {
  return (
    <>
      <DropdownMenuLabel>{name}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={value} onValueChange={(chosen) => onChoose(chosen as Value)} aria-label={name}>
        {children.map((choice) => (
          <DropdownMenuRadioItem key={choice.value} value={choice.value} lang={choice.lang}>
            {choice.label}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
