'use client';

import { Badge, Card, EmptyState, KeyValueList, Panel } from '@tillgate/ui';
import { Fingerprint } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { Time } from '@/format';
import type { CredentialsStatus } from './types.ts';

const secrets = ['consumerKey', 'consumerSecret', 'passkey', 'initiatorPassword'] as const;

/** The stored credentials. Secrets show only whether they are set. */
export function CredentialsSummary({ status }: { status: CredentialsStatus }) {
  const t = useTranslations('credentials');
  if (!status.configured) {
    return (
      <Card>
        <EmptyState icon={<Fingerprint />} title={t('empty.title')} description={t('empty.description')} />
      </Card>
    );
  }
  const { product, shortcode, tillNumber, initiatorName, isSet, updatedAt, updatedBy } = status;
  return (
    <Panel title={t('summary.title')} description={t('summary.description')} contentClassName="py-1">
      <KeyValueList
        items={[
          { label: t('fields.product'), value: t(`products.${product}`) },
          { label: t(`shortcode.${product}`), value: shortcode, mono: true },
          tillNumber !== null && { label: t('fields.tillNumber'), value: tillNumber, mono: true },
          { label: t('fields.initiatorName'), value: initiatorName ?? <NotSet /> },
          ...secrets.map((name) => ({
            key: name,
            label: t(`fields.${name}`),
            value: isSet[name] ? <Badge tone="success">{t('set')}</Badge> : <NotSet />,
          })),
          { label: t('summary.updated'), value: <Time value={updatedAt} /> },
          updatedBy !== null && { label: t('summary.updatedBy'), value: <ActorName who={updatedBy} /> },
        ]}
      />
    </Panel>
  );
}

function NotSet() {
  const t = useTranslations('credentials');
  return <Badge>{t('notSet')}</Badge>;
}
