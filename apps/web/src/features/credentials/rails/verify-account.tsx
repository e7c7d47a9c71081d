'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { useTranslations } from 'use-intl/react';
import type { RailStatus } from '../types.ts';
import { VerifyCredentials, type VerifyStep } from '../verify-credentials.tsx';
import { useRailText } from './use-rail-text.ts';

/** Tries the stored account with its network. */
export function VerifyAccount({ rail }: { rail: RailStatus['rail'] }) {
  const t = useTranslations('credentials.networks.verify');
  const say = useRailText(rail);
  const network = railLabel(rail);
  if (rail === 'mpesa') return null;
  const step: VerifyStep = {
    capability: 'token',
    rail,
    isPossible: true,
    name: t('name', { network }),
    help: say('verify'),
    submit: t('submit'),
  };
  return (
    <VerifyCredentials
      as="h3"
      title={t('title')}
      description={t('description', { network })}
      asking={t('asking', { network })}
      steps={[step]}
    />
  );
}
