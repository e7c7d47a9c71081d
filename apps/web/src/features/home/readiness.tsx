'use client';

import { buttonVariants, Card, CardFooter, CardHeader } from '@tillgate/ui';
import { Check, Minus } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import type { Setup } from './types.ts';

/** What production has, beside the first steps of the sandbox. */
export function Readiness({ steps }: { steps: Setup['readiness'] }) {
  const t = useTranslations('home');
  const { applicationId } = useTenant();
  return (
    <Card>
      <CardHeader title={t('readiness.title')} description={t('readiness.description')} />
      <ul className="flex flex-col gap-2 px-4 py-3">
        {steps.map(({ step, isDone }) => (
          <li key={step} className="flex items-start gap-2 text-sm">
            {isDone ? (
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            )}
            <span className={isDone ? undefined : 'text-muted-foreground'}>{t(`readiness.${step}`)}</span>
            <span className="sr-only">{isDone ? t('setup.done') : t('setup.open')}</span>
          </li>
        ))}
      </ul>
      <CardFooter>
        <Link
          href={tenantPath({ applicationId, environment: 'production' })}
          className={buttonVariants({ size: 'sm' })}
        >
          {t('readiness.go')}
        </Link>
      </CardFooter>
    </Card>
  );
}
