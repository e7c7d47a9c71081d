'use client';

import { Toaster } from '@tillgate/ui/toasts';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { toastDemand } from './toast.ts';

/** Where short messages about actions appear. */
export function Toasts() {
  // Effects of children come first: by now the toaster listens.
  useEffect(toastDemand.hostIsUp, []);
  return <Toaster label={useTranslations('shell')('toasts')} />;
}
