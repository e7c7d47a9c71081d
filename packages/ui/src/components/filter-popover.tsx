'use client';

import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';
import { buttonVariants } from './button-variants.ts';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';

/** With `onApply`, a button (and Enter) applies and closes; without, controls apply at once. */
type Applying = { onApply: () => void; applyLabel: string } | { onApply?: undefined; applyLabel?: undefined };

/** Props of {@link FilterPopover}. */
export type FilterPopoverProps = Applying & {
  label: string;
  /** The value that is on, in words; absent when the filter is off. */
  value?: ReactNode;
  /** Controls; a function gets the way to close. */
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Shown while the filter is on. */
  onClear?: () => void;
  clearLabel?: string;
  onOpenChange?: (open: boolean) => void;
  className?: string;
};

/** One filter of a list: a button that says what is on, and a panel to change it. */
export function FilterPopover(props: FilterPopoverProps) {
  const { label, value, children, onApply, onClear } = props;
  const words = useUiLabels();
  const [isOpen, setOpenInside] = useState(false);
  const isOn = value !== undefined && value !== null && value !== '';
  const setOpen = (next: boolean) => {
    setOpenInside(next);
    props.onOpenChange?.(next);
  };
  const close = () => setOpen(false);
  const clear = () => {
    onClear?.();
    close();
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger className={cn(buttonVariants(), 'max-w-full', !isOn && 'border-dashed', props.className)}>
        {!isOn && <ListFilter aria-hidden="true" className="size-3.5! text-muted-foreground" />}
        <span className={cn(isOn && 'font-normal text-muted-foreground')}>{label}</span>
        {isOn && <span className="truncate">{value}</span>}
      </PopoverTrigger>
      <PopoverContent aria-label={label}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onApply?.();
            close();
          }}
          className="flex flex-col gap-3"
        >
          {typeof children === 'function' ? children(close) : children}
          {(onApply || (onClear && isOn)) && (
            <div className="flex justify-end gap-2">
              {onClear && isOn && (
                <Button variant="ghost" onClick={clear}>
                  {props.clearLabel ?? words.clear}
                </Button>
              )}
              {onApply && (
                <Button type="submit" variant="primary">
                  {props.applyLabel}
                </Button>
              )}
            </div>
          )}
        </form>
      </PopoverContent>
    </Popover>
  );
}
