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
    <>
      <div className="flex items-center gap-3 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t('or')}
      </div>
      <Button size="lg" isPending={isPending} onClick={() => void go()}>
        {t('provider', { name })}
      </Button>
    </>
  );
}
