'use client';

import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { useTranslations } from 'use-intl/react';

type Props = { error: Error & { digest?: string }; reset: () => void };

/**
 * A page of which the server or the browser could not make what it should. Its code comes with every page, because
 * nothing more may load by then: it has its own button, and not the kit's.
 */
export function FailedPage({ error, reset }: Props) {
  const t = useTranslations('shell.failed');
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-start gap-2 px-4 py-20">
      <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
      <p className="text-muted-foreground">{t('description')}</p>
      {error.digest && <p className="font-mono text-muted-foreground text-xs">{error.digest}</p>}
      <button
        type="button"
        onClick={retry}
        className="mt-3 h-8 rounded-md border border-input bg-secondary px-3 font-medium text-secondary-foreground text-sm hover:bg-accent pointer-coarse:h-11"
      >
        {t('retry')}
      </button>
    </div>
  );
}
