'use client';

import { Callout } from '@tillgate/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePreferences, waitText } from '@/format';
import type { SignInRefusal } from './sign-in-refusal.ts';

/** Why signing in went no further; a wait counts down. */
export function RefusalCallout({ refusal }: { refusal: SignInRefusal | undefined }) {
  const t = useTranslations('identity.refusal');
  if (!refusal || refusal.kind === 'second_factor_needed') return null;
  return (
    <Callout tone={refusal.kind === 'throttled' ? 'warning' : 'danger'} role="alert">
      {refusal.kind === 'throttled' && <Wait seconds={refusal.seconds} />}
      {refusal.kind === 'clocks' && t('clocks', { seconds: refusal.seconds })}
      {!('seconds' in refusal) && t(refusal.kind)}
    </Callout>
  );
}

function Wait({ seconds }: { seconds: number }) {
  const t = useTranslations('identity.refusal');
  const { locale } = usePreferences();
  const [endsAt] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <>
      {/* Announced once, because a screen reader must not read every second. */}
      <span className="sr-only">{t('throttled', { wait: waitText(seconds, locale) })}</span>
      <span aria-hidden="true" className="tabular-nums">
        {t('throttled', { wait: waitText(left, locale) })}
      </span>
    </>
  );
}
