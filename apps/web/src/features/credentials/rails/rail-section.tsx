'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge } from '@tillgate/ui';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RailAccount } from '../types.ts';

/** All that a page has of one network, under its name. */
export function RailSection({
  rail,
  account,
  children,
}: {
  rail: string;
  account: RailAccount | null;
  children: ReactNode;
}) {
  const t = useTranslations('credentials.networks');
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 pt-2">
        <h2 id={id} className="font-semibold text-base">
          {railLabel(rail)}
        </h2>
        {account === null && <Badge>{t('notSetUp')}</Badge>}
        {account?.isDefault && <Badge tone="info">{t('isDefault')}</Badge>}
      </div>
      {children}
    </section>
  );
}
