'use client';

import { useTranslations } from 'use-intl/react';
import type { DescribedActor } from './types.ts';

/** The displayed name of an actor. */
export function ActorName({ who }: { who: DescribedActor }) {
  return useActorName()(who);
}

/** Returns the name to show for an actor, as text. */
export function useActorName(): (who: DescribedActor) => string {
  const t = useTranslations('actors');
  return (who) => {
    if (who.kind === 'person') return who.name ?? who.email ?? t('person');
    if (who.kind === 'key') return t('key', { name: who.name ?? t('unknownKey'), lastFour: who.lastFour ?? '?' });
    return t(who.kind);
  };
}
