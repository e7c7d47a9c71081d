'use client';

import { type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';

/** Props of {@link SegmentedControl}. */
interface SegmentedControlProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode; disabled?: boolean }[];
  value: Value;
  onValueChange: (value: Value) => void;
  size?: 'sm' | 'md';
  className?: string;
}

/** Switches between a few views of the same thing: day/week/month, East Africa Time/UTC. Arrow keys choose. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  size = 'md',
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cn('inline-flex max-w-full flex-wrap rounded-md border bg-muted p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'relative inline-flex min-w-0 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-sm border border-transparent px-2.5 font-medium text-muted-foreground transition-colors hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-checked:border-border has-checked:bg-card has-checked:text-foreground has-disabled:cursor-not-allowed has-disabled:opacity-50 pointer-coarse:h-11 pointer-coarse:min-w-11 [&_svg]:size-4',
            size === 'sm' ? 'h-6 text-xs' : 'h-7 text-sm',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onValueChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
