'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Callout, EmptyState, PageHeader, SegmentedControl } from '@tillgate/ui';
import { ChartNoAxesCombined, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { oneOf, useAddress } from '@/features/shell/use-address';
import { usePermission } from '@/features/shell/use-permission';
import { useTRPC } from '@/trpc/client';
import { TokensTable } from './tokens-table.tsx';
import type { TokenRow } from './types.ts';

const CreateToken = onDemand(() => import('./create-token.tsx').then((part) => part.CreateToken));
const RevokeToken = onDemand(() => import('./revoke-token.tsx').then((part) => part.RevokeToken));

/** The last use of a token is shown to the minute. */
const refreshMs = 20_000;
const parameters = ['show'] as const;

/** The tokens that BI tools and spreadsheets read an organization's reports with. */
export function TokensPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations('reporting-tokens');
  const mayWrite = usePermission('reportingTokens.write');
  const [address, setAddress] = useAddress(parameters);
  const show = oneOf(['live', 'all'], address.show);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<TokenRow>();
  const tokens = useQuery(
    useTRPC().reportingTokens.list.queryOptions({ organizationId }, { refetchInterval: refreshMs }),
  );
  const rows = (tokens.data ?? []).filter(({ state }) => show === 'all' || state === 'live');
  const hasEnded = tokens.data?.some(({ state }) => state !== 'live') ?? false;
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t('create.open')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} actions={mayWrite && create} />
      {(hasEnded || show === 'all') && (
        <SegmentedControl
          label={t('show.label')}
          value={show}
          onValueChange={(value) => setAddress({ show: value === 'all' ? value : null }, 'replace')}
          options={[
            { value: 'live', label: t('show.live') },
            { value: 'all', label: t('show.all') },
          ]}
          className="self-start"
        />
      )}
      <TokensTable
        rows={rows}
        isLoading={tokens.isPending}
        onRevoke={mayWrite ? setRevoked : undefined}
        empty={tokens.isError ? <LoadError query={tokens} /> : <NoTokens action={mayWrite && create} />}
      />
      <Callout tone="neutral">{t('note')}</Callout>
      {isCreating && <CreateToken organizationId={organizationId} onClose={() => setCreating(false)} />}
      {revoked && <RevokeToken organizationId={organizationId} row={revoked} onClose={() => setRevoked(undefined)} />}
    </div>
  );
}

function NoTokens({ action }: { action: ReactNode }) {
  const t = useTranslations('reporting-tokens.empty');
  return (
    <EmptyState icon={<ChartNoAxesCombined />} title={t('title')} description={t('description')} action={action} />
  );
}
