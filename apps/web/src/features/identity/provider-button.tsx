'use client';

import { Button } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { goToProvider } from './post-sign-in.ts';
import type { SignInRefusal } from './sign-in-refusal.ts';

type Props = { name: string; next: string; onRefusal(refusal: SignInRefusal | undefined): void };

/** The way in through the organization's identity provider. */
export function ProviderButton({ name, next, onRefusal }: Props) {
  const t = useTranslations('identity.signIn');
  const [isPending, setPending] = useState(false);

  async function go() {
    setPending(true);
    onRefusal(undefined);
    onRefusal(await goToProvider(next));
    setPending(false);
  }

  return (
    <Button size="lg" isPending={isPending} onClick={() => void go()}>
      {t('provider', { name })}
    </Button>
  );
}
