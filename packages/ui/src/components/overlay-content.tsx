'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { useFocusReturn } from '../lib/use-focus-return.ts';
import { IconButton } from './icon-button.tsx';
import { overlayClasses } from './overlay-classes.ts';

interface OverlayContentProps extends ComponentProps<typeof Radix.Content> {
  isDescribed: boolean;
  closeClassName: string;
}

/** The box of a dialog or a sheet over the page, with the button that closes it. */
export function OverlayContent({ isDescribed, closeClassName, children, ...rest }: OverlayContentProps) {
  const words = useUiLabels();
  const focusReturn = useFocusReturn(rest);
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClasses} />
      <Radix.Content {...(!isDescribed && { 'aria-describedby': undefined })} {...rest} {...focusReturn}>
        {children}
        {/* Last in the order of focus, so that the first field or control has the focus at first. */}
        <Radix.Close asChild>
          <IconButton
            label={words.close}
            icon={<X />}
            size="icon-sm"
            className={cn('absolute right-3 pointer-coarse:right-1', closeClassName)}
          />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}
