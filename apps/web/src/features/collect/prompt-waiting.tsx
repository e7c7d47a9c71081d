'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Progress as Bar, buttonVariants } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { answerSeconds } from './countdown.ts';
import type { Progress } from './types.ts';

/** The customer's minute, what follows it, and why another prompt has to wait. */
export function Waiting({ payment, seconds }: { payment: Progress; seconds: number }) {
  const t = useTranslations('collect.progress');
  const tenant = useTenant();
  const hasHandset = usePermission('handset.use') && tenant.environment === 'sandbox';
  const left = t('seconds', { seconds });
  return (
    <div className="flex flex-col gap-3">
      {seconds > 0 ? (
        <div className="flex flex-col gap-1.5">
          <Bar label={t('countdown')} value={seconds} max={answerSeconds} valueText={left} tone="info" />
          <p className="text-sm">{left}</p>
          <p className="text-muted-foreground text-sm">{t('after', { network: railLabel(payment.rail) })}</p>
        </div>
      ) : (
        <Overdue payment={payment} />
      )}
      <p className="text-muted-foreground text-sm">{t('whyNotPending')}</p>
      <div className="flex flex-wrap gap-2">
        {hasHandset && (
          <Link href={tenantPath(tenant, 'handset')} className={buttonVariants()}>
            {t('handset')}
          </Link>
        )}
        <Link
          href={tenantPath(tenant, `payments/${payment.paymentId}`)}
          className={buttonVariants({ variant: 'ghost' })}
        >
          {t('open')}
        </Link>
      </div>
    </div>
  );
}

function Overdue({ payment: { prospect, rail } }: { payment: Progress }) {
  const t = useTranslations('collect.progress');
  const network = railLabel(rail);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>{t('overText', { network })}</p>
      <p className="text-muted-foreground">
        {prospect?.nextQueryAt ? (
          <>
            {t('nextQuery', { network })} <Time value={prospect.nextQueryAt} format="timeSeconds" />
          </>
        ) : (
          t('noNextQuery', { network })
        )}
      </p>
    </div>
  );
}
