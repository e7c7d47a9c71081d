'use client';

import type { ReactNode } from 'react';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';
import { Popover, PopoverAnchor, PopoverContent } from './popover.tsx';

/** With `onApply`, a button (and Enter) applies; without, controls apply at once. */
type Applying = { onApply: () => void; applyLabel: string } | { onApply?: undefined; applyLabel?: undefined };

/** Props of {@link FilterPanel}. */
type FilterPanelProps = Applying & {
  /** The label of the filter's button. */
  label: string;
  /** The filter's button: the panel stands below it and gives the focus back to it. */
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
  /** Given while the filter is on. Clearing also closes. */
  onClear?: () => void;
};

/**
 * What a filter's button opens. It is open while it is mounted, apart from its button, so that an app can load it when somebody
 * reaches for the button.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { label, anchor, onClose, children, onApply, applyLabel, onClear } = props;
  const words = useUiLabels();
  const clear = () => {
    onClear?.();
    onClose();
  };
  return (
    <Popover open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <PopoverAnchor virtualRef={{ current: anchor }} />
      <PopoverContent
        aria-label={label}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.focus();
        }}
        onInteractOutside={(event) => {
          // The button closes the panel itself. Closing here as well would open it again.
          if (anchor.contains(event.target as Node)) event.preventDefault();
        }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onApply?.();
          }}
          className="flex flex-col gap-3"
        >
          {children}
          {(onApply || onClear) && (
            <div className="flex justify-end gap-2">
              {onClear && (
                <Button variant="ghost" onClick={clear}>
                  {words.clear}
                </Button>
              )}
              {onApply && (
                <Button type="submit" variant="primary">
                  {applyLabel}
                </Button>
              )}
            </div>
          )}
        </form>
      </PopoverContent>
    </Popover>
  );
}
