'use client';

import { Field, Input } from '@tillgate/ui';
import type { ChangeEvent, ReactNode } from 'react';

type Props = {
  label: string;
  description: string;
  error?: ReactNode;
  /** `decimal` where cents are allowed. */
  inputMode?: 'numeric' | 'decimal';
  /** As typed. */
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** The required amount of a form, in KES. */
export function AmountField({ label, description, error, inputMode = 'numeric', value, onChange }: Props) {
  return (
    <Field label={label} description={description} error={error} required>
      <Input prefix="KES" inputMode={inputMode} autoComplete="off" value={value} onChange={onChange} />
    </Field>
  );
}
