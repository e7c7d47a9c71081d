import type { DayWords } from '@tillgate/domain/closing';
import type { Locale } from '@/i18n/locale';
import en from '../../messages/en/closing.json' with { type: 'json' };
import enReviews from '../../messages/en/reviews.json' with { type: 'json' };
import sw from '../../messages/sw/closing.json' with { type: 'json' };
import swReviews from '../../messages/sw/reviews.json' with { type: 'json' };

/** The words of a day on paper: those of its page. A language without one of them does not compile. */
export const dayWordsOf: Record<Locale, DayWords> = {
  en: { ...en, reasons: enReviews.reasons },
  sw: { ...sw, reasons: swReviews.reasons },
};
