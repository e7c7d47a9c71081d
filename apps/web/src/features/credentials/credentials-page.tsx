'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { DefaultNetwork } from './rails/default-network.tsx';
import { MpesaCredentials } from './rails/mpesa.tsx';
import { RailSection } from './rails/rail-section.tsx';
import { SetUpRail } from './rails/set-up-rail.tsx';

/** With what the networks know the application: written and tried here, never read back. */
export function CredentialsPage() {
  const t = useTranslations('credentials');
  const { environment, ...tenant } = useTenant();
  const accounts = useQuery(useTRPC().credentials.accounts.queryOptions({ ...tenant, environment }));
  const networks = accounts.data ?? [];
  const others = networks.filter(({ rail }) => rail !== 'mpesa');
  const isAlone = others.every(({ account }) => account === null);
  const own = <MpesaCredentials />;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t(isAlone ? 'title' : 'networks.title')}
        description={isAlone ? t(`description.${environment}`) : t(`networks.description.${environment}`)}
      />
      <DefaultNetwork networks={networks} />
      {isAlone ? (
        own
      ) : (
        <RailSection rail="mpesa" account={networks.find(({ rail }) => rail === 'mpesa')?.account ?? null}>
          {own}
        </RailSection>
      )}
      {accounts.isError && !accounts.data && <LoadError query={accounts} />}
      {others.map((status) => (
        <SetUpRail key={status.rail} status={status} />
      ))}
    </div>
  );
}
