'use client';

import { FilterPopover, RadioGroup } from '@tillgate/ui';

type Props = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A filter by one of a few values; it applies at once. */
export function ChoiceFilter({ label, options, value, onChange }: Props) {
  const chosen = options.find((option) => option.value === value);
  return (
    <FilterPopover label={label} value={value && (chosen?.label ?? value)} onClear={() => onChange(undefined)}>
      {(close) => (
        <RadioGroup
          label={label}
          hideLabel
          options={options}
          value={value ?? ''}
          onValueChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterPopover>
  );
}
