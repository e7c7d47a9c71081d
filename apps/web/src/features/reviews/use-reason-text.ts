'use client';

import { useTranslations } from 'use-intl/react';
import type { Words } from './types.ts';

/** Returns why a person has to look, as a sentence. Needs the texts of `reviews`. */
export function useReasonText(): (words: Words) => string {
  const t = useTranslations('reviews.words');
  return ({ key, values }) => t(key, values);
}
