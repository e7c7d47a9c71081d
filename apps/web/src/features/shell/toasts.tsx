'use client';

import { Toaster } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/** Where short answers to actions appear. */
export function Toasts() {
  return <Toaster label={useTranslations('shell')('toasts')} />;
}
