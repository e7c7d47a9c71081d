import { byMessage } from './by-message.ts';
import { listCatalogue, listedEntries } from './catalogue.ts';
import type { Explanation } from './entry.ts';
import { extraEntries } from './extra-entries.ts';

type KeyedExplanation = { key: string } & Explanation;

/**
 * Every explanation with a fixed text, once, under a key that never changes: family and code (`stk_1032`), or a name
 * for those that a message decides. Codes with the same explanation share the key of the first. For translations.
 */
export function listExplanations(): KeyedExplanation[] {
  const byCode = [...listCatalogue('mpesa'), ...extraEntries, ...listedEntries].map(
    ({ family, code, ...explanation }) => ({
      key: `${family}_${code.replace(/[^A-Za-z0-9]+/g, '_')}`,
      ...explanation,
    }),
  );
  const named = Object.entries(byMessage).map(([key, explanation]) => ({ key, ...explanation }));
  const byKey = new Map<string, KeyedExplanation>();
  const texts = new Set<string>();
  for (const entry of [...byCode, ...named]) {
    // The catalogue decides what a code means that it shares with the other codes: see `decode`.
    if (byKey.has(entry.key) || texts.has(explanationText(entry))) continue;
    byKey.set(entry.key, entry);
    texts.add(explanationText(entry));
  }
  return [...byKey.values()];
}

/** What tells one explanation from another. */
export function explanationText({ title, cause, fix, customerMessage }: Omit<Explanation, 'category' | 'retryable'>) {
  return [title, cause, fix, customerMessage].join('\n');
}
