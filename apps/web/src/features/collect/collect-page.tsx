'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants, PageHeader, Skeleton, Tabs, TabsContent, TabsList, TabsTrigger } from '@tillgate/ui';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { CredentialsNeeded } from '@/features/credentials/credentials-needed';
import { useRailsLabel } from '@/features/rails/use-networks';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { oneOf, useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { PromptTab } from './prompt-tab.tsx';
import { QrTab } from './qr-tab.tsx';
import type { Collecting } from './types.ts';

/** Asks a customer for a payment, by a prompt or by a code. */
export function CollectPage() {
  const t = useTranslations('collect');
  const trpc = useTRPC();
  const tenant = useTenant();
  const account = useQuery(trpc.collect.account.queryOptions(tenant));
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Link href={tenantPath(tenant, 'display')} className={buttonVariants()}>
            <MonitorSmartphone aria-hidden="true" />
            {t('display')}
          </Link>
        }
      />
      {account.isPending && <Skeleton className="block h-96 w-full max-w-xl" />}
      {account.isError && <LoadError query={account} />}
      {account.data && (account.data.rails.length > 0 ? <Ways {...account.data} /> : <NoCredentials />)}
    </div>
  );
}

const ways = ['prompt', 'qr'] as const;
const parameters = ['way'] as const;

/** Codes are of M-PESA: without an account there, prompts are the only way. */
function Ways({ account, rails }: Collecting) {
  const t = useTranslations('collect.tabs');
  const [address, setAddress] = useAddress(parameters);
  const way = oneOf(ways, address.way);
  if (!account) return <PromptTab rails={rails} />;
  return (
    <Tabs value={way} onValueChange={(value) => setAddress({ way: value === 'qr' ? value : null }, 'replace')}>
      <TabsList>
        {ways.map((one) => (
          <TabsTrigger key={one} value={one}>
            {t(one)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value="prompt">
        <PromptTab rails={rails} />
      </TabsContent>
      <TabsContent value="qr">
        <QrTab account={account} />
      </TabsContent>
    </Tabs>
  );
}

function NoCredentials() {
  const t = useTranslations('collect.noCredentials');
  const networks = useRailsLabel([]);
  return <CredentialsNeeded title={t('title', { networks })} text={t('text', { networks })} action={t('action')} />;
}
