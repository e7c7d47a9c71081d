'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@tillgate/ui';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

/** Whether the log keeps the bodies of calls, and the button that changes it. */
export function BodiesChoice() {
  const t = useTranslations('requests.bodies');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayChange = usePermission('requests.write');
  const [isAsking, setAsking] = useState(false);
  const bodies = useQuery(trpc.requests.bodies.queryOptions(tenant));
  const keep = useChange(trpc.requests.keepBodies.mutationOptions());
  if (!bodies.data || !mayChange) return null;
  const { isOn } = bodies.data;
  const change = async () => {
    await keep.mutateAsync({ ...tenant, isOn: !isOn });
    toast.success(t(isOn ? 'stopped' : 'started'));
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <FileJson aria-hidden="true" />
        {t(isOn ? 'stop' : 'start')}
      </Button>
      {isAsking && (
        <Confirmation
          title={t(isOn ? 'stopTitle' : 'startTitle')}
          summary={t(isOn ? 'stopSummary' : 'startSummary')}
          confirmLabel={t(isOn ? 'stop' : 'start')}
          onConfirm={change}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
