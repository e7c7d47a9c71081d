'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { answerWithPasskey } from '@/features/shell/passkeys';
import { useTRPC } from '@/trpc/client';
import { postSignIn } from './post-sign-in.ts';
import type { SignInRefusal } from './sign-in-refusal.ts';

type Props = { next: string; onRefusal(refusal: SignInRefusal | undefined): void };

/** The way in with a passkey, without an address or a password. */
export function PasskeyButton({ next, onRefusal }: Props) {
  const t = useTranslations('identity.signIn');
  const ask = useMutation(useTRPC().identity.askForPasskey.mutationOptions());
  const [isPending, setPending] = useState(false);

  async function go() {
    setPending(true);
    onRefusal(undefined);
    try {
      const signature = await answerWithPasskey(() => ask.mutateAsync());
      if (signature !== undefined) {
        const refused = await postSignIn({ signature });
        // A whole load: nothing of another person stays in memory.
        if (!refused) return window.location.assign(next);
        onRefusal(refused);
      }
    } catch {
      onRefusal({ kind: 'wrong_passkey' });
    }
    setPending(false);
  }

  return (
    <Button size="lg" isPending={isPending} onClick={() => void go()}>
      <KeyRound aria-hidden />
      {t('passkey')}
    </Button>
  );
}
