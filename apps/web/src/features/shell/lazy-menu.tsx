'use client';

import { type ComponentProps, type ComponentType, type ReactElement, useState } from 'react';
import { preload, unlessNewVersion } from './new-version.ts';

/** Props of a menu that is loaded on demand. Its trigger replaces the button. */
export type LazyMenuProps = { trigger: ReactElement; onOpenChange?: (isOpen: boolean) => void };

type Props<Menu extends LazyMenuProps> = {
  /** The button; the same before and after. */
  button: (props: ComponentProps<'button'>) => ReactElement;
  load: () => Promise<ComponentType<Menu>>;
  menuProps: Omit<Menu, keyof LazyMenuProps>;
};

/** A button whose menu is loaded when somebody reaches for it: most pages are read without opening any. */
export function LazyMenu<Menu extends LazyMenuProps>({ button, load, menuProps }: Props<Menu>) {
  const [Menu, setMenu] = useState<ComponentType<Menu>>();
  const open = () => {
    void load()
      .then((component) => setMenu(() => component))
      .catch(unlessNewVersion);
  };
  if (Menu) return <Menu {...(menuProps as Menu)} trigger={button({})} />;
  return button({
    onClick: open,
    onPointerEnter: () => preload(load),
    onFocus: () => preload(load),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
}
