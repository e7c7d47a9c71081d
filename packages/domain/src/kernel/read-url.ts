/**
 * Parses a URL; undefined when it is none. `URL.canParse` cannot be used: in Node.js 20, after many calls, it refuses
 * every text that is not ASCII, such as `https://münchen.example`.
 */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
