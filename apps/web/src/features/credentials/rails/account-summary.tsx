'use client';

import { Badge, KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { Time } from '@/format';
import type { AccountField, RailAccount, RailStatus } from '../types.ts';
import { useRailText } from './use-rail-text.ts';

/** The stored account. Secrets show only whether they are set. */
export function AccountSummary({ status, account }: { status: RailStatus; account: RailAccount }) {
  const t = useTranslations('credentials');
  const say = useRailText(status.rail);
  const { number, createdAt, updatedAt, updatedBy } = account;
  const fields = status.parts.flatMap((part) => part.fields);
  return (
    <Panel as="h3" title={t('networks.summary')} description={t('summary.description')} contentClassName="py-1">
      <KeyValueList
        items={[
          { label: say('number'), value: number, mono: true },
          ...fields.map((field) => ({
            key: field.name,
            label: say(`fields.${field.name}`) ?? field.name,
            value: <Stored rail={status.rail} field={field} account={account} />,
          })),
          { label: t('networks.since'), value: <Time value={createdAt} /> },
          { label: t('summary.updated'), value: <Time value={updatedAt} /> },
          updatedBy !== null && { label: t('summary.updatedBy'), value: <ActorName who={updatedBy} /> },
        ]}
      />
    </Panel>
  );
}

function Stored({ rail, field, account }: { rail: string; field: AccountField; account: RailAccount }) {
  const t = useTranslations('credentials');
  const say = useRailText(rail);
  const { name } = field;
  if (field.of === 'secrets') {
    const isSet = account.secretsSet.includes(name);
    return isSet ? <Badge tone="success">{t('set')}</Badge> : <Badge>{t('notSet')}</Badge>;
  }
  const value = account.settings[name] ?? field.preset;
  if (typeof value === 'boolean') return t(value ? 'networks.yes' : 'networks.no');
  return say(`choices.${name}.${value}`) ?? value;
}
