'use client';

import { CodeBlock, KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

const fields = ['phone', 'amount', 'name', 'reference', 'remarks'] as const;
const example = [
  'Phone,Amount,Name,Reference',
  '0712345678,25000,Amina Wanjiru,EMP-001',
  '0798765432,18500,John Otieno,EMP-002',
].join('\n');

/** What a list of payouts should look like. */
export function ListHelp() {
  const t = useTranslations('batches');
  return (
    <Panel title={t('help.title')} contentClassName="flex flex-col gap-3">
      <p className="text-sm">{t('help.text')}</p>
      <KeyValueList items={fields.map((field) => ({ label: t(`fields.${field}`), value: t(`help.${field}`) }))} />
      <CodeBlock code={example} />
    </Panel>
  );
}
