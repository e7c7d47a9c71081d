'use client';

import { Button, type ButtonProps } from '@tillgate/ui';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * The main button of a page, enabled after hydration. Before that, the browser would submit the form itself, with the
 * typed values in the address.
 */
export function SubmitButton({
  type = 'submit',
  ...props
}: Pick<ButtonProps, 'type' | 'isPending' | 'onClick' | 'children'>) {
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Button {...props} type={type} variant="primary" size="lg" disabled={!isAlive} className="disabled:opacity-100!" />
  );
}
