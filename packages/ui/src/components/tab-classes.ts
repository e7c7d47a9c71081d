/** How a tab looks, shared with LinkTabs. */
export const tabClasses =
  'relative inline-flex h-9 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-t-sm px-0.5 font-medium text-muted-foreground text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-foreground focus-visible:-outline-offset-2 pointer-coarse:h-11 pointer-coarse:min-w-11 data-[state=active]:text-foreground data-[state=active]:after:bg-primary aria-[current=page]:text-foreground aria-[current=page]:after:bg-primary';
