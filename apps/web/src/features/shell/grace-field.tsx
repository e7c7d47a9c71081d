'use client';

import { Field, Select } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/** Seconds for which a replaced key or secret still works. */
const graces = ['0', '3600', '86400', '259200', '604800'] as const;

export const graceDefault = '86400';

type Props = { of: 'keys.rotate' | 'endpoints.rotate'; value: string; onChange: (seconds: string) => void };

/** How long a replaced key or secret still works. */
export function GraceField({ of, value, onChange }: Props) {
  const t = useTranslations(of);
  return (
    <Field label={t('grace')} description={value === '0' ? t('graceNone') : t('graceHelp')}>
      <Select
        value={value}
        onValueChange={onChange}
        options={graces.map((seconds) => ({ value: seconds, label: t(`graces.${seconds}`) }))}
      />
    </Field>
  );
}
