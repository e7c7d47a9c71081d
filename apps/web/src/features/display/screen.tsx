'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { cn } from '@tillgate/ui';
import { CloudOff, FlaskConical, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useOnline } from '@/features/shell/use-online';
import { useProviderTroubles } from '@/features/shell/use-provider-trouble';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, Time } from '@/format';

const tones = {
  plain: { page: 'bg-background', amount: 'text-foreground', words: 'text-foreground', quiet: 'text-muted-foreground' },
  paid: {
    page: 'bg-primary',
    amount: 'text-primary-foreground',
    words: 'text-primary-foreground',
    quiet: 'text-primary-foreground',
  },
  failed: { page: 'bg-danger-surface', amount: 'text-foreground', words: 'text-danger', quiet: 'text-foreground' },
  unclear: { page: 'bg-warning-surface', amount: 'text-foreground', words: 'text-warning', quiet: 'text-foreground' },
};

export type ScreenTone = keyof typeof tones;

type Props = {
  shop: string;
  tone?: ScreenTone;
  /** The server does not answer, whatever the device says about its network. */
  isCutOff?: boolean;
  children: ReactNode;
};

/** The whole screen: whose counter it is, whether it is connected, and one thing to look at. */
export function Screen({ shop, tone = 'plain', isCutOff = false, children }: Props) {
  const t = useTranslations('display');
  const tenant = useTenant();
  const isOnline = useOnline();
  const { page, quiet } = tones[tone];
  return (
    <div data-tone={tone} className={cn('flex min-h-dvh flex-col transition-colors', page)}>
      <header className={cn('flex min-h-14 items-center gap-2 px-4', quiet)}>
        <span className="min-w-0 flex-1 truncate font-semibold text-lg">{shop}</span>
        {tenant.environment === 'sandbox' && (
          <span className="inline-flex shrink-0 items-center gap-1.5 rounded-full bg-sandbox px-2.5 py-1 font-medium text-sandbox-foreground text-xs">
            <FlaskConical aria-hidden="true" className="size-3.5" />
            {t('sandbox')}
          </span>
        )}
        <Link
          href={tenantPath(tenant, 'collect')}
          aria-label={t('leave')}
          title={t('leave')}
          className="-mr-2 grid size-12 shrink-0 place-items-center rounded-xl"
        >
          <X aria-hidden="true" className="size-6" />
        </Link>
      </header>
      <div role="status">
        {(!isOnline || isCutOff) && (
          <p className="flex items-center justify-center gap-2 bg-warning-surface px-4 py-2 text-center font-medium text-base text-warning">
            <CloudOff aria-hidden="true" className="size-5 shrink-0" />
            {t('offline')}
          </p>
        )}
        {isOnline && !isCutOff && tone !== 'paid' && <ProviderNotice />}
      </div>
      <main id="content" className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}

/** Tells the cashier not to wait in vain. It stands above what was typed, and changes nothing of it. */
function ProviderNotice() {
  const t = useTranslations('display.provider');
  return useProviderTroubles().map(({ rail, state, since }) => (
    <p key={rail} className="bg-warning-surface px-4 py-2 text-center font-medium text-base text-warning">
      {t.rich(state, { network: railLabel(rail), time: () => <Time value={since} format="time" /> })}
    </p>
  ));
}

type FaceProps = {
  tone?: ScreenTone;
  /** Whole KES. */
  amount: number;
  icon?: ReactNode;
  /** What the payment is for, as the cashier typed it. */
  reference?: string;
  /** What happens, in few words. */
  title: string;
  children?: ReactNode;
  /** For the cashier, where the thumb is. */
  controls?: ReactNode;
  /** Why the last press did nothing, at the buttons. */
  notice?: ReactNode;
};

/** The customer's screen, with the cashier's buttons below. */
export function Face({ tone = 'plain', amount, reference, icon, title, children, controls, notice }: FaceProps) {
  const t = useTranslations('display');
  const { amount: amountColor, words, quiet } = tones[tone];
  return (
    <>
      <div className="flex flex-1 flex-col items-center justify-center gap-6 px-4 py-4 text-center">
        <p className={cn('flex flex-col items-center font-semibold leading-none tracking-tight', amountColor)}>
          <span className="mb-2 font-medium text-2xl tracking-normal">KES</span>{' '}
          <span className="text-[clamp(3rem,min(20vw,26dvh),10rem)]">{formatNumber(amount)}</span>
          {reference && (
            <span className="mt-3 font-medium text-xl tracking-normal">{t('reference', { reference })}</span>
          )}
        </p>
        <div aria-live="polite" className="flex max-w-2xl flex-col items-center gap-3">
          {icon && <span className={words}>{icon}</span>}
          <h1 className={cn('font-semibold text-[clamp(1.75rem,6vw,3rem)] leading-tight', words)}>{title}</h1>
          <div className={cn('flex flex-col items-center gap-2 text-balance text-xl leading-snug', quiet)}>
            {children}
          </div>
        </div>
      </div>
      <div className="mx-auto w-full max-w-3xl px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <p role="alert" className="pb-3 text-center font-medium text-danger text-lg empty:hidden">
          {notice}
        </p>
        <div className="grid auto-cols-fr gap-3 sm:grid-flow-col">{controls}</div>
      </div>
    </>
  );
}
