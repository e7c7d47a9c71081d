/** The box of popovers and menus. In a file of its own, or a popover would bring the menu along. */
export const floatingBox =
  'z-50 rounded-lg border bg-popover text-popover-foreground shadow-overlay outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in';
