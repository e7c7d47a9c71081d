/** Puts values into a text with plain arguments: `fill('At most {max}', { max: 3 })`. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
