/** The command palette. Load with `next/dynamic` when it is first opened. */
export { type CommandItem, CommandPalette, type CommandPaletteProps } from './command-palette.tsx';
