'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Callout, Card, CardHeader, DataTable, EmptyState, Skeleton } from '@tillgate/ui';
import { ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { nameOf } from '@/features/orders/order-progress';
import { LoadError } from '@/features/shell/load-error';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { RemoveRule } from './remove-rule.tsx';
import { useRuleColumns } from './rule-columns.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import type { Guard, RuleRow } from './types.ts';
import { WaitingRules } from './waiting-rules.tsx';

/** The rules, with what they stopped, and changes that wait for a second person. */
export function RulesTab() {
  const trpc = useTRPC();
  const query = useQuery(trpc.guard.get.queryOptions(useTenant()));
  if (query.data) return <Rules guard={query.data} />;
  return query.isError ? <LoadError query={query} /> : <Skeleton className="h-80 w-full rounded-lg" />;
}

type Act = { what: 'add' } | { what: 'change' | 'remove'; rule: RuleRow };

function Rules({ guard }: { guard: Guard }) {
  const t = useTranslations('guard');
  const mayWrite = usePermission('policy.write');
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const columns = useRuleColumns({ mayWrite, onAct: (what, rule) => setAct({ what, rule }) });
  const add = mayWrite && (
    <Button variant="primary" onClick={() => setAct({ what: 'add' })}>
      {t('add')}
    </Button>
  );
  const names = guard.approvers.map(nameOf).join(', ');
  return (
    <div className="flex flex-col gap-4">
      <WaitingRules orders={guard.waiting} />
      <Card>
        <CardHeader title={t('list.title')} actions={guard.rules.length > 0 && add} />
        <DataTable
          isEmbedded
          caption={t('list.title')}
          columns={columns}
          rows={guard.rules}
          rowKey={({ id }) => id}
          density="comfortable"
          empty={<EmptyState icon={<ShieldBan />} title={t('none')} description={t('noneMore')} action={add} />}
        />
      </Card>
      <p className="max-w-2xl text-muted-foreground text-sm">
        {mayWrite ? t('loosening') : t('readOnly')} {mayWrite && names && t('approvers', { names })}
      </p>
      <Callout tone="neutral">{t('start')}</Callout>
      {act?.what === 'add' && <RuleDialog kinds={guard.kinds} onClose={close} />}
      {act?.what === 'change' && <RuleDialog kinds={guard.kinds} rule={act.rule} onClose={close} />}
      {act?.what === 'remove' && <RemoveRule rule={act.rule} onClose={close} />}
    </div>
  );
}
