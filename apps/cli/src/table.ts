/** Formats rows in aligned columns below their headings. The last column is not padded. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats one name and value per line, with aligned values. Entries with an undefined value are left out. */
export function facts(entries: [name: string, value: string | undefined][]): string {
  const shown = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

/** Formats a time in UTC to the second, or a dash for null. */
export function moment(at: Date | null): string {
  return at ? at.toISOString().replace(/\.\d+Z$/, 'Z') : '-';
}
