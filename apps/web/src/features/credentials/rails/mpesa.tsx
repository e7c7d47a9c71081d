'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { CredentialsForm } from '../credentials-form.tsx';
import { CredentialsSummary } from '../credentials-summary.tsx';
import { VerifyCredentials, type VerifyStep } from '../verify-credentials.tsx';

/** With what M-PESA knows the application. */
export function MpesaCredentials() {
  const mayWrite = usePermission('credentials.write');
  const status = useQuery(useTRPC().credentials.status.queryOptions(useTenant()));
  const { data } = status;
  if (!data) {
    return status.isError ? (
      <LoadError query={status} />
    ) : (
      <div className="grid gap-4 lg:grid-cols-2">
        {mayWrite && <Skeleton className="h-[62rem] lg:h-[55rem]" />}
        <Skeleton className="h-96" />
      </div>
    );
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {mayWrite && (
        // The key clears the form once the credentials are stored.
        <CredentialsForm key={data.configured ? data.updatedAt : 'new'} status={data} />
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <CredentialsSummary status={data} />
        {mayWrite && data.configured && (
          <VerifyMpesa key={data.updatedAt} hasInitiator={data.isSet.initiatorPassword} />
        )}
      </div>
    </div>
  );
}

function VerifyMpesa({ hasInitiator }: { hasInitiator: boolean }) {
  const t = useTranslations('credentials.verify');
  const steps = (['token', 'prompt', 'initiator'] as const).map((capability): VerifyStep => {
    const isPossible = capability !== 'initiator' || hasInitiator;
    return {
      capability,
      isPossible,
      name: t(`capabilities.${capability}.name`),
      help: isPossible ? t(`capabilities.${capability}.help`) : t('noInitiator'),
      submit: t(`capabilities.${capability}.submit`),
    };
  });
  return <VerifyCredentials title={t('title')} description={t('description')} asking={t('asking')} steps={steps} />;
}
