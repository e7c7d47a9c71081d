'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge, Button, Card } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { usePermission } from '@/features/shell/use-permission';
import type { RailStatus } from '../types.ts';
import { AccountForm } from './account-form.tsx';
import { AccountSummary } from './account-summary.tsx';
import { PortalCard } from './portal-card.tsx';
import { RailSection } from './rail-section.tsx';
import { useRailText } from './use-rail-text.ts';
import { VerifyAccount } from './verify-account.tsx';

/** The account at a network other than M-PESA. While there is none, one quiet card that opens the form. */
export function SetUpRail({ status }: { status: RailStatus }) {
  const { rail, account } = status;
  const [isOpen, setOpen] = useState(false);
  const mayWrite = usePermission('credentials.write');
  if (account === null && !(isOpen && mayWrite)) {
    return <Quiet rail={rail} onOpen={mayWrite ? () => setOpen(true) : undefined} />;
  }
  return (
    <RailSection rail={rail} account={account}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {mayWrite && (
          // The key clears the form once the account is stored.
          <AccountForm
            key={account?.updatedAt ?? 'new'}
            status={status}
            onCancel={account === null ? () => setOpen(false) : undefined}
          />
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {account && <AccountSummary status={status} account={account} />}
          {account && mayWrite && <VerifyAccount key={account.updatedAt} rail={rail} />}
          <PortalCard rail={rail} hookUrl={account?.hookUrl ?? null} />
        </div>
      </div>
    </RailSection>
  );
}

function Quiet({ rail, onOpen }: { rail: string; onOpen: (() => void) | undefined }) {
  const t = useTranslations('credentials.networks');
  const say = useRailText(rail);
  const network = railLabel(rail);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0">
        <h2 className="font-semibold text-sm">{network}</h2>
        <p className="text-muted-foreground text-xs">{say('about')}</p>
      </div>
      {onOpen ? <Button onClick={onOpen}>{t('setUp', { network })}</Button> : <Badge>{t('notSetUp')}</Badge>}
    </Card>
  );
}
