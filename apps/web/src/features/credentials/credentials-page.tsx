'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { CredentialsForm } from './credentials-form.tsx';
import { CredentialsSummary } from './credentials-summary.tsx';
import { VerifyCredentials } from './verify-credentials.tsx';

/** With what the provider knows the application: written and tried here, never read back. */
export function CredentialsPage() {
  const t = useTranslations('credentials');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayWrite = usePermission('credentials.write');
  const status = useQuery(trpc.credentials.status.queryOptions(tenant));
  const { data } = status;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t(`description.${tenant.environment}`)} />
      {!data &&
        (status.isError ? (
          <LoadError query={status} />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            {mayWrite && <Skeleton className="h-[62rem] lg:h-[55rem]" />}
            <Skeleton className="h-96" />
          </div>
        ))}
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {mayWrite && (
            // The key clears the form once the credentials are stored.
            <CredentialsForm key={data.configured ? data.updatedAt : 'new'} status={data} />
          )}
          <div className="flex min-w-0 flex-col gap-4">
            <CredentialsSummary status={data} />
            {mayWrite && data.configured && (
              <VerifyCredentials key={data.updatedAt} hasInitiator={data.isSet.initiatorPassword} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
