'use client';

import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import { Field, Select } from '@tillgate/ui';

type Props = {
  label: string;
  description?: string;
  /** The networks to choose from. With one, there is nothing to choose, and no field. */
  rails: readonly RailName[];
  /** The text of the choice that is left to the server. */
  automatic: string;
  value: RailName | undefined;
  onChange(rail: RailName | undefined): void;
  error?: string | undefined;
};

/** The choice of a network, where an application has several. */
export function NetworkField({ label, description, rails, automatic, value, onChange, error }: Props) {
  if (rails.length < 2) return null;
  const options = [{ value: '', label: automatic }, ...rails.map((rail) => ({ value: rail, label: railLabel(rail) }))];
  return (
    <Field label={label} description={description} error={error}>
      <Select
        value={value ?? ''}
        options={options}
        onValueChange={(chosen) => onChange(rails.find((rail) => rail === chosen))}
      />
    </Field>
  );
}
