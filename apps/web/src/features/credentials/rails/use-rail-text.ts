'use client';

import { useTranslations } from 'use-intl/react';

/** The texts about one network, by names that the server gives: of its fields, of what they serve. */
export function useRailText(rail: string): (key: string) => string | undefined {
  const t = useTranslations('credentials.rails');
  return (key) => {
    const name = `${rail}.${key}`;
    return t.has(name) ? t(name) : undefined;
  };
}
