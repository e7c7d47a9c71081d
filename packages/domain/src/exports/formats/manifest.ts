import type { ExportList } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';

/** What a file says about itself. */
export type Manifest = Tenant & {
  exportId: string;
  list: ExportList;
  rows: number;
  /** SHA-256, hex, of what the README of this room says for each format. */
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
    // Encoded, so that what a person typed adds neither lines nor facts.
    ['filter', new URLSearchParams(filters).toString()],
  ];
}

/** The manifest as a JSON text, for a file of its own or a line of one. */
export function manifestJson(manifest: Manifest): string {
  const facts = { ...Object.fromEntries(manifestFacts(manifest)), rows: manifest.rows, filter: manifest.filter };
  return `${JSON.stringify({ manifest: facts })}\n`;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
