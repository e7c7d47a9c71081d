'use client';

import type { Permission } from '@tillgate/domain';
import { buttonVariants, Callout, Card, CardFooter, CardHeader } from '@tillgate/ui';
import { Check, Minus } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { useFrame } from '@/features/shell/frame-context';
import { GuideLink } from '@/features/shell/guide-link';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import type { Setup } from './types.ts';

type Step = Setup['readiness'][number]['step'];

/** The page of each step and the permission that it needs. */
const places: Record<Step, { page: string; permission: Permission }> = {
  credentials: { page: 'settings/credentials', permission: 'credentials.write' },
  key: { page: 'developers/keys', permission: 'keys.write' },
  endpoint: { page: 'developers/endpoints', permission: 'endpoints.write' },
  initiator: { page: 'settings/credentials', permission: 'credentials.write' },
  policy: { page: 'settings/policy', permission: 'policy.write' },
};

/** What every production needs. Some do without the other steps. */
const needed: Step[] = ['credentials', 'key', 'endpoint'];

/** What production has. On production's own Home, the first steps beside it name what every production needs. */
export function Readiness({ steps, apiUrl }: { steps: Setup['readiness']; apiUrl: string }) {
  const t = useTranslations('home');
  const said = useSaidNetwork();
  const { applicationId, environment } = useTenant();
  const { permissions } = useFrame();
  const production = { applicationId, environment: 'production' } as const;
  const shown = environment === 'sandbox' ? steps : steps.filter(({ step }) => !needed.includes(step));
  return (
    <Card>
      <CardHeader title={t('readiness.title')} description={t('readiness.description')} />
      <ul className="flex flex-col gap-2 px-4 py-3">
        {shown.map(({ step, isDone }) => (
          <li key={step} className="flex items-start gap-2 text-sm">
            {isDone ? (
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            )}
            {isDone || !permissions.includes(places[step].permission) ? (
              <span className={isDone ? undefined : 'text-muted-foreground'}>{t(`readiness.${step}`, said)}</span>
            ) : (
              <Link href={tenantPath(production, places[step].page)} className="text-link underline underline-offset-2">
                {t(`readiness.${step}`, said)}
              </Link>
            )}
            <span className="sr-only">{isDone ? t('setup.done') : t('setup.open')}</span>
          </li>
        ))}
      </ul>
      <CardFooter>
        {environment === 'sandbox' && (
          <Link href={tenantPath(production)} className={buttonVariants({ size: 'sm' })}>
            {t('readiness.go')}
          </Link>
        )}
        <GuideLink apiUrl={apiUrl} page="going-live" label={t('readiness.guide')} size="sm" />
      </CardFooter>
    </Card>
  );
}

/**
 * What production still needs, for who can do something about it, once the sandbox is in use; in production, what else is
 * of use before its first payment.
 */
export function NotReady({ setup }: { setup: Setup }) {
  const t = useTranslations('home');
  const said = useSaidNetwork();
  const { applicationId, environment } = useTenant();
  const { permissions } = useFrame();
  const isProduction = environment === 'production';
  const isLive = isProduction
    ? setup.steps.some(({ step, isDone }) => step === 'payment' && isDone)
    : setup.readiness.every(({ step, isDone }) => isDone || !needed.includes(step));
  const open = setup.readiness.filter(
    ({ step, isDone }) =>
      !isDone && permissions.includes(places[step].permission) && !(isProduction && needed.includes(step)),
  );
  if (isLive || open.length === 0) return null;
  const done = setup.readiness.filter(({ isDone }) => isDone).length;
  return (
    <Callout tone="info" title={t('readiness.progress', { done, all: setup.readiness.length })}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {open.map(({ step }) => (
          <li key={step}>
            <Link
              href={tenantPath({ applicationId, environment: 'production' }, places[step].page)}
              className="text-link underline underline-offset-2"
            >
              {t(`readiness.${step}`, said)}
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
