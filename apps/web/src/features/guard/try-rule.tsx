'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Rule, RuleTrial } from './types.ts';

type Props = {
  kind: Rule['kind'];
  /** Undefined while a number is wrong. */
  settings: Record<string, number> | undefined;
};

/** What the rule in the form would have stopped in the last 30 days. It need not be saved. */
export function TryRule({ kind, settings }: Props) {
  const t = useTranslations('guard.try');
  const tenant = useTenant();
  // It runs on the button alone: each combination of numbers is a question of its own.
  const trial = useQuery(
    useTRPC().guard.tryRule.queryOptions(
      { ...tenant, kind, settings: settings ?? {} },
      { enabled: false, retry: false },
    ),
  );
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 border-t pt-4">
      <p className="text-muted-foreground text-sm">{t('more')}</p>
      <div>
        <Button disabled={!settings} isPending={trial.isFetching} onClick={() => void trial.refetch()}>
          {t('title')}
        </Button>
      </div>
      <FormError error={trial.error} tone="warning" />
      <div aria-live="polite" className="empty:-mt-3">
        {trial.data && <Found trial={trial.data} />}
      </div>
    </section>
  );
}

function Found({ trial }: { trial: RuleTrial }) {
  const t = useTranslations('guard.try');
  const tenant = useTenant();
  const { about, judged, stopped, sum, succeeded, examples, isWhole, since } = trial;
  const page = about === 'prompts' ? 'payments' : 'payouts';
  return (
    <Callout tone={stopped === 0 ? 'success' : 'neutral'}>
      <p>{t(`found.${about}`, { judged, stopped, sum: formatMoney(sum), succeeded })}</p>
      {!isWhole && (
        <p>
          {t('notWhole')} <Time value={since} />
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-1">
        {examples.map(({ id, amount, createdAt, hasSucceeded }) => (
          <li key={id}>
            <Link href={tenantPath(tenant, `${page}/${id}`)} className="font-medium text-link underline">
              {formatMoney(amount)}
            </Link>{' '}
            <Time value={createdAt} /> {hasSucceeded && t(`succeeded.${about}`)}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
