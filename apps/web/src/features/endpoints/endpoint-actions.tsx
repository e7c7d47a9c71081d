'use client';

import { Button, DropdownMenuItem, DropdownMenuSeparator } from '@tillgate/ui';
import { CirclePause, CirclePlay, KeyRound, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { MoreMenu } from '@/features/shell/more-menu';
import { onDemand } from '@/features/shell/on-demand';
import { usePermission } from '@/features/shell/use-permission';
import type { Endpoint } from './types.ts';

const TestEndpoint = onDemand(() => import('./test-endpoint.tsx').then((part) => part.TestEndpoint));
const RotateSecret = onDemand(() => import('./rotate-secret.tsx').then((part) => part.RotateSecret));
const DisableEndpoint = onDemand(() => import('./switch-endpoint.tsx').then((part) => part.DisableEndpoint));
const EnableEndpoint = onDemand(() => import('./switch-endpoint.tsx').then((part) => part.EnableEndpoint));
const DeleteEndpoint = onDemand(() => import('./delete-endpoint.tsx').then((part) => part.DeleteEndpoint));

const dialogs = {
  test: TestEndpoint,
  rotate: RotateSecret,
  disable: DisableEndpoint,
  enable: EnableEndpoint,
  delete: DeleteEndpoint,
};

/** The actions on an endpoint, for people with the permission. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints');
  const mayWrite = usePermission('endpoints.write');
  const [act, setAct] = useState<keyof typeof dialogs>();
  if (!mayWrite) return null;
  const isEnabled = endpoint.health.status === 'enabled';
  const Act = act && dialogs[act];
  return (
    <>
      <Button icon={<Send />} disabled={!isEnabled} onClick={() => setAct('test')}>
        {t('test.open')}
      </Button>
      {!isEnabled && (
        <Button variant="primary" icon={<CirclePlay />} onClick={() => setAct('enable')}>
          {t('enable.open')}
        </Button>
      )}
      <MoreMenu label={t('more')} inHeading>
        <DropdownMenuItem icon={<KeyRound />} onSelect={() => setAct('rotate')}>
          {t('rotate.open')}
        </DropdownMenuItem>
        {isEnabled && (
          <DropdownMenuItem icon={<CirclePause />} onSelect={() => setAct('disable')}>
            {t('disable.open')}
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<Trash2 />} tone="danger" onSelect={() => setAct('delete')}>
          {t('delete.open')}
        </DropdownMenuItem>
      </MoreMenu>
      {Act && <Act endpoint={endpoint} onClose={() => setAct(undefined)} />}
    </>
  );
}
