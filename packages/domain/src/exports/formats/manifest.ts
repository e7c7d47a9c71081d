import type { ExportList } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';

/** The facts about a file. */
export type Manifest = Tenant & {
  exportId: string;
  list: ExportList;
  rows: number;
  /** SHA-256, hex. The README of this room says what it covers in each format. */
  sha256: string;
  timeZone: string;
  /** Rows made before this moment are in the file. ISO 8601. */
  askedAt: string;
  filter: Record<string, unknown>;
};

/** The facts of a manifest, by name. */
export function manifestFacts({ filter, ...facts }: Manifest): [name: string, value: string][] {
  const filters = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return [
    ...Object.entries(facts).map(([name, value]): [string, string] => [snake(name), String(value)]),
    // Encoded, so that typed text cannot add lines or facts.
    ['filter', new URLSearchParams(filters).toString()],
  ];
}

/** The manifest as JSON, for a separate file or a line. */
export function manifestJson(manifest: Manifest): string {
  const facts = { ...Object.fromEntries(manifestFacts(manifest)), rows: manifest.rows, filter: manifest.filter };
  return `${JSON.stringify({ manifest: facts })}\n`;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
