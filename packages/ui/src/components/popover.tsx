'use client';

import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { floatingBox } from './floating-classes.ts';

/** The state of a popover. */
export const Popover = Radix.Root;
/** Opens it; with `asChild` around a Button. */
export const PopoverTrigger = Radix.Trigger;
/** Places it at something else than the trigger. */
export const PopoverAnchor = Radix.Anchor;
/** Closes it; with `asChild` around a Button. */

/** A small panel beside its trigger. Give it `aria-label` or `aria-labelledby`: it is a dialog. */
export function PopoverContent({
  className,
  sideOffset = 4,
  align = 'start',
  ...rest
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(
          floatingBox,
          'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto text-sm base:w-72 base:p-3',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}
