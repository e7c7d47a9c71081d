'use client';

import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { controlBox } from './control-classes.ts';
import { useFieldControl } from './field-context.ts';

/** One choice of a Select. */
interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Choices with the same group stand under its name. */
  group?: string;
}

/** Props of {@link Select}: all of the native select, so that a form library can register it. */
interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'> {
  options: readonly SelectOption[];
  /** First, empty choice. */
  placeholder?: string;
  onValueChange?: (value: string) => void;
}

function grouped(options: readonly SelectOption[]): Map<string, SelectOption[]> {
  const groups = new Map<string, SelectOption[]>();
  for (const option of options) {
    const name = option.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return groups;
}

/** One of a short list. It is the browser's own control: phones show their wheel, forms read it, no script is needed. */
export function Select({ options, placeholder, onValueChange, onChange, className, ...rest }: SelectProps) {
  const control = useFieldControl();
  return (
    <div className="relative min-w-0">
      <select
        {...control}
        {...rest}
        onChange={(event) => {
          onChange?.(event);
          onValueChange?.(event.target.value);
        }}
        className={cn(controlBox, 'ui-select h-8 truncate pr-8 pl-2.5 pointer-coarse:h-11', className)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {[...grouped(options)].map(([group, members]) => {
          const choices = members.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ));
          return group ? (
            <optgroup key={group} label={group}>
              {choices}
            </optgroup>
          ) : (
            choices
          );
        })}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  );
}
