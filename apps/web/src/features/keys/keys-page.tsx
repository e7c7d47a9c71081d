'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Callout, EmptyState, PageHeader, SegmentedControl } from '@tillgate/ui';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { GuideLink } from '@/features/shell/guide-link';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { oneOf, useAddress } from '@/features/shell/use-address';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { type KeyAct, KeysTable } from './keys-table.tsx';
import type { KeyRow } from './types.ts';

const CreateKey = onDemand(() => import('./create-key.tsx').then((part) => part.CreateKey));
const RotateKey = onDemand(() => import('./rotate-key.tsx').then((part) => part.RotateKey));
const AskAgain = onDemand(() => import('./ask-again.tsx').then((part) => part.AskAgain));
const RevokeKey = onDemand(() => import('./revoke-key.tsx').then((part) => part.RevokeKey));

/** The last use of a key is shown to the minute. */
const refreshMs = 20_000;
const parameters = ['show'] as const;

type Act = { kind: 'create' } | { kind: KeyAct; row: KeyRow };

/** The API keys of an application in one environment. */
export function KeysPage({ apiUrl }: { apiUrl: string }) {
  const t = useTranslations('keys');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayWrite = usePermission('keys.write');
  const [address, setAddress] = useAddress(parameters);
  const show = oneOf(['live', 'all'], address.show);
  const [act, setAct] = useState<Act>();
  const keys = useQuery(trpc.keys.list.queryOptions(tenant, { refetchInterval: refreshMs }));
  const rows = (keys.data ?? []).filter(({ state }) => show === 'all' || state === 'live');
  const hasEnded = keys.data?.some(({ state }) => state !== 'live') ?? false;
  const close = () => setAct(undefined);
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAct({ kind: 'create' })}>
      {t('create.open')}
    </Button>
  );
  const guide = <GuideLink apiUrl={apiUrl} page="quickstart" label={t('guide')} />;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t(`description.${tenant.environment}`)}
        actions={
          <>
            {guide}
            {mayWrite && create}
          </>
        }
      />
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
      <KeysTable
        rows={rows}
        isLoading={keys.isPending}
        onAct={mayWrite ? (kind, row) => setAct({ kind, row }) : undefined}
        empty={keys.isError ? <LoadError query={keys} /> : <NoKeys action={mayWrite && create} />}
      />
      <Callout tone="neutral">{t('note')}</Callout>
      {act?.kind === 'create' && <CreateKey apiUrl={apiUrl} onClose={close} />}
      {act?.kind === 'rotate' && <RotateKey row={act.row} onClose={close} />}
      {act?.kind === 'askAgain' && <AskAgain row={act.row} onClose={close} />}
      {act?.kind === 'revoke' && <RevokeKey row={act.row} onClose={close} />}
    </div>
  );
}

function NoKeys({ action }: { action: React.ReactNode }) {
  const t = useTranslations('keys.empty');
  return <EmptyState icon={<KeyRound />} title={t('title')} description={t('description')} action={action} />;
}
