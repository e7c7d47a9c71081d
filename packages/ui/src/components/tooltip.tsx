'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  content: ReactNode;
  /** One element that can have focus. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
  delayMs?: number;
}

/** More about a control, on hover and on focus. Never the only place of something needed: phones do not hover. */
export function Tooltip({ content, children, side = 'top', delayMs = 300 }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={delayMs}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade-in rounded-md bg-foreground px-2 py-1 text-background text-xs"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
