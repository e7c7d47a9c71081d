'use client';

import { Button, type ButtonProps } from '@tillgate/ui';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * The one big button of a page, once the page is alive: a browser would send its form by itself before that, with what was typed
 * in the address.
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
