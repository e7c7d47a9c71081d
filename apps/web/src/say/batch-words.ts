import type { BatchWords } from '@tillgate/domain/exports';
import type { Locale } from '@/i18n/locale';
import enActors from '../../messages/en/actors.json' with { type: 'json' };
import en from '../../messages/en/batches.json' with { type: 'json' };
import swActors from '../../messages/sw/actors.json' with { type: 'json' };
import sw from '../../messages/sw/batches.json' with { type: 'json' };

/** The words of a batch on paper: those of its page. A language without one of them does not compile. */
export const batchWordsOf: Record<Locale, BatchWords> = {
  en: { ...en, actors: enActors },
  sw: { ...sw, actors: swActors },
};
