/** The command palette. Load with `next/dynamic` when it is first opened. */
export { CommandPalette } from './command-palette.tsx';
