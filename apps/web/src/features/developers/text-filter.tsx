'use client';

import { Field, FilterPopover, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';

type Props = {
  label: string;
  description?: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A filter by a text that is typed or pasted; Enter applies it. */
export function TextFilter({ label, description, placeholder, value, onChange }: Props) {
  const t = useTranslations('developers');
  const [draft, setDraft] = useState('');
  return (
    <FilterPopover
      label={label}
      value={value}
      onOpenChange={(isOpen) => isOpen && setDraft(value ?? '')}
      onApply={() => onChange(draft.trim() || undefined)}
      applyLabel={t('apply')}
      onClear={() => onChange(undefined)}
    >
      <Field label={label} description={description}>
        <Input
          mono
          value={draft}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field>
    </FilterPopover>
  );
}
