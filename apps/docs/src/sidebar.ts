import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages for people who work on Tillgate itself. They stay out of the site. */
const forDevelopers = ['add-a-rail', 'add-something', 'code', 'releasing', 'structure', 'tests'];
export const notShown = ['decisions/**', ...forDevelopers.map((page) => `${page}.md`)];

const guides = ['quickstart', 'idempotency', 'receive-webhooks', 'errors', 'testing', 'going-live'];
const forOperators = [
  'operating',
  'versions',
  'merchants',
  'people',
  'database',
  'network',
  'daily-work',
  'runbook',
  'distributed',
  'containers',
  'backup',
  'monitoring',
  'sizing',
  'performance',
  'reliability',
  'reconciliation',
  'closing',
  'threat-model',
  'roadmap',
];

type Link = { text: string; link: string };
type Group = { text: string; items: Link[] };

function titleOf(directory: string, page: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(directory, `${page}.md`), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`docs/${page}.md has no title`);
  return title;
}

/** The menu of the site: guides first, pages for operators last. A page that no list names stands between them. */
export function sidebarOf(directory: string): Group[] {
  const listed = new Set(['index', ...forDevelopers, ...guides, ...forOperators]);
  const others = readdirSync(directory)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .filter((page) => !listed.has(page))
    .sort();
  const groupOf = (text: string, pages: string[]): Group => ({
    text,
    items: pages.map((page) => ({ text: titleOf(directory, page), link: `/${page}` })),
  });
  return [groupOf('Guides', guides), groupOf('In detail', others), groupOf('For operators', forOperators)];
}
