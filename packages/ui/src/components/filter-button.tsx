import { ListFilter } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { buttonVariants } from './button-variants.ts';

/** Props of {@link FilterButton}. */
type FilterButtonProps = Omit<ComponentProps<'button'>, 'value'> & {
  label: string;
  /** The value that is on, in words; absent when the filter is off. */
  value?: ReactNode;
  isOpen: boolean;
};

/** The button of one filter of a list: it says what is on and opens a {@link FilterPanel}. */
export function FilterButton({ label, value, isOpen, className, ...rest }: FilterButtonProps) {
  const isOn = value !== undefined && value !== null && value !== '';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={cn(buttonVariants(), 'max-w-full', !isOn && 'border-dashed', className)}
      {...rest}
    >
      {!isOn && <ListFilter aria-hidden="true" className="size-3.5! text-muted-foreground" />}
      <span className={cn(isOn && 'font-normal text-muted-foreground')}>{label}</span>
      {isOn && <span className="truncate">{value}</span>}
    </button>
  );
}
