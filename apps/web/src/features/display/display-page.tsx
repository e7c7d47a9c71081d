'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState, Spinner } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { useRailsLabel } from '@/features/rails/use-networks';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { Screen } from './screen.tsx';
import { TillScreen } from './till-screen.tsx';
import { useAwake } from './use-awake.ts';

type Props = {
  /** Whose counter it is, as customers read it. */
  shop: string;
  /** The id of the cashier. */
  person: string;
};

/** A screen beside the till: the cashier asks, the customer sees how much and whether it is paid. */
export function DisplayPage({ shop, person }: Props) {
  const t = useTranslations('collect.noCredentials');
  const networks = useRailsLabel([]);
  const trpc = useTRPC();
  const tenant = useTenant();
  const account = useQuery(trpc.collect.account.queryOptions(tenant));
  useAwake();
  if (account.data && account.data.rails.length > 0) {
    return <TillScreen shop={shop} person={person} account={account.data.account} />;
  }
  return (
    <Screen shop={shop}>
      <div className="grid flex-1 place-items-center p-4">
        {account.isPending && <Spinner />}
        {account.isError && <LoadError query={account} />}
        {account.data && (
          <EmptyState icon={<KeyRound />} title={t('title', { networks })} description={t('text', { networks })} />
        )}
      </div>
    </Screen>
  );
}
