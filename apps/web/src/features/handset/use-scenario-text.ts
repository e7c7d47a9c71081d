'use client';

import { useTranslations } from 'use-intl/react';

/** What happens at one of the simulator's test numbers, by its name; the name itself where there is no text. */
export function useScenarioText(): (name: string) => string {
  const t = useTranslations('scenarios');
  return (name) => (t.has(name) ? t(name) : name);
}
