'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Badge, Button, Panel } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { RailStatus } from '../types.ts';

/** Which network takes what no rule gives to another. Nothing while there is at most one account. */
export function DefaultNetwork({ networks }: { networks: readonly RailStatus[] }) {
  const t = useTranslations('credentials.networks');
  const mayWrite = usePermission('credentials.write');
  const [chosen, setChosen] = useState<RailStatus['rail']>();
  const accounts = networks.flatMap(({ rail, account }) => (account === null ? [] : [{ rail, ...account }]));
  if (accounts.length < 2) return null;
  return (
    <Panel title={t('defaultTitle')} description={t('defaultHelp')} contentClassName="py-1">
      <ul>
        {accounts.map(({ rail, number, isDefault }) => (
          <li
            key={rail}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5 last:border-b-0"
          >
            <span className="font-medium text-sm">{railLabel(rail)}</span>
            <span className="min-w-0 flex-1 break-all font-mono text-muted-foreground text-xs">{number}</span>
            {isDefault && <Badge tone="info">{t('isDefault')}</Badge>}
            {!isDefault && mayWrite && (
              <Button
                size="sm"
                aria-label={t('makeDefaultOf', { network: railLabel(rail) })}
                onClick={() => setChosen(rail)}
              >
                {t('makeDefault')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && <Choose rail={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  );
}

function Choose({ rail, onClose }: { rail: RailStatus['rail']; onClose: () => void }) {
  const t = useTranslations('credentials.networks');
  const tenant = useTenant();
  const choose = useChange(useTRPC().credentials.chooseDefault.mutationOptions());
  const network = railLabel(rail);
  return (
    <Confirmation
      title={t('confirmTitle', { network })}
      summary={t('confirmSummary', { network })}
      confirmLabel={t('makeDefault')}
      onConfirm={async () => {
        await choose.mutateAsync({ ...tenant, rail });
        toast.success(t('defaultDone', { network }));
      }}
      onClose={onClose}
    />
  );
}
