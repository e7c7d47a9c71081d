const units = ['B', 'kB', 'MB', 'GB'] as const;
const step = 1_000;
const wholeFrom = 10;

/** A number of bytes for people: `812 B`, `1.2 MB`, `48 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / step ** power;
  const digits = power === 0 || amount >= wholeFrom ? 0 : 1;
  return `${amount.toFixed(digits)}\u00a0${units[power]}`;
}
