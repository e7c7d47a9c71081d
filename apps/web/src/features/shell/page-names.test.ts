import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import account from '../../../messages/en/account.json' with { type: 'json' };
import shell from '../../../messages/en/shell.json' with { type: 'json' };

const docs = new URL('../../../../../docs/', import.meta.url);
/** `page **Float**`, `*Members* page` and `*Settings → Credentials*`. */
const named = /page \*+([A-Z][^*]+)\*|\*([A-Z][^*→]+)\*+\s+page\b|\*+([A-Z]\w+ → [^*]+)\*/g;

it('documents name the pages of the dashboard as the dashboard does', () => {
  const pages = Object.values(shell.pages);
  const sections = Object.values(shell.sections);
  const names = new Set([
    ...pages,
    account.title,
    ...sections.flatMap((section) => pages.map((page) => `${section} → ${page}`)),
  ]);
  const cited = readdirSync(docs)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, docs), 'utf8').matchAll(named)].map(([, ...groups]) => ({
        file,
        page: groups.find((group) => group !== undefined),
      })),
    );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ page = '' }) => !names.has(page))).toEqual([]);
});
