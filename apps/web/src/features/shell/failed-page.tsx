'use client';

import { useRouter } from 'next/navigation';
import { startTransition, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { isOfPart, meetNewVersion } from './new-version.ts';
import { useReturn } from './use-return.ts';

type Props = { error: Error & { digest?: string }; reset: () => void };

/**
 * The page after an error on the server or in the browser. Every page includes its code, because nothing more may load by
 * then, so it has its own button and not the kit's.
 */
export function FailedPage({ error, reset }: Props) {
  const t = useTranslations('shell.failed');
  const router = useRouter();
  const isNewVersion = useIsNewVersion(error);
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  const isAway = useReturn(retry);
  if (isNewVersion === undefined) return null;
  if (isAway && !isNewVersion) return <Away onRetry={retry} />;
  const text = isNewVersion ? 'newVersion' : error.digest ? 'description' : 'withoutNumber';
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-start gap-2 px-4 py-20">
      <h1 className="font-semibold text-xl tracking-tight">{t(isNewVersion ? 'newVersionTitle' : 'title')}</h1>
      <p className="text-muted-foreground">{t(text)}</p>
      {error.digest && <p className="font-mono text-muted-foreground text-xs">{error.digest}</p>}
      <RetryButton onClick={isNewVersion ? () => window.location.reload() : retry}>
        {t(isNewVersion ? 'reload' : 'retry')}
      </RetryButton>
    </div>
  );
}

/** The dashboard cannot work, and the page comes back by itself. */
function Away({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('shell.failed');
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-start gap-2 px-4 py-20">
      <h1 className="font-semibold text-xl tracking-tight">{t('awayTitle')}</h1>
      <p className="text-muted-foreground">{t('away')}</p>
      <RetryButton onClick={onRetry}>{t('retry')}</RetryButton>
    </div>
  );
}

function RetryButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mt-3 h-8 rounded-md border border-input bg-secondary px-3 font-medium text-secondary-foreground text-sm hover:bg-accent pointer-coarse:h-11"
    >
      {children}
    </button>
  );
}

/** Undefined until it is known. The page reloads by itself, unless it has just done so. */
function useIsNewVersion(error: Error): boolean | undefined {
  const [isNewVersion, setNewVersion] = useState<boolean | undefined>(isOfPart(error) ? undefined : false);
  useEffect(() => {
    if (isOfPart(error)) void meetNewVersion(error, { isLost: true }).then(setNewVersion);
  }, [error]);
  return isNewVersion;
}
