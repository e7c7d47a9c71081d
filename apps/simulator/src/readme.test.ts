import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { C2B_MAGIC, c2bMarksOf, REGISTRATION_MAGIC } from './c2b/magic.ts';
import { MAGIC, ORDINARY } from './magic.ts';
import type { Scenario } from './scenario.ts';
import { operationsText, SECURED_MAGIC } from './secured/magic.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const ENV = readFileSync(new URL('./env.ts', import.meta.url), 'utf8');

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  ['', ...[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`), '', ''].join('\n');

const promptTable = (group: Scenario['group']): string =>
  table(
    ['Phone', 'or amount', 'What happens'],
    MAGIC.filter((scenario) => scenario.group === group).map(({ phone, amount, title }) => [phone, amount, title]),
  );

describe('README.md', () => {
  it.each(['result', 'transport'] as const)('shows the %s rows of the magic table as they are', (group) => {
    expect(README).toContain(promptTable(group));
  });

  it.each(['result', 'answer', 'transport'] as const)(
    'shows the %s rows of the secured operations as they are',
    (group) => {
      const rows = SECURED_MAGIC.filter((scenario) => scenario.group === group);
      const cells = rows.map((row) => [row.number, `\`${row.slug}\``, operationsText(row), row.title]);
      expect(README).toContain(table(['Number', 'Name', 'For', 'What happens'], cells));
    },
  );

  it.each(['form', 'transport'] as const)('shows the %s rows of offline payments as they are', (group) => {
    const rows = C2B_MAGIC.filter((scenario) => scenario.group === group);
    const cells = rows.map((row) => [c2bMarksOf(row).phone, row.number, row.title]);
    expect(README).toContain(table(['Phone', 'or amount', 'What happens'], cells));
  });

  it('shows the magic shortcodes as they are', () => {
    const cells = REGISTRATION_MAGIC.map(({ shortcode, title }) => [shortcode, title]);
    expect(README).toContain(table(['Shortcode', 'What happens'], cells));
  });

  it('shows no other magic phone', () => {
    const phones = README.match(/\b2547000\d{5}\b/g) ?? [];
    expect(phones).toHaveLength(MAGIC.length + C2B_MAGIC.length);
    expect(ORDINARY.phone).toBe('');
  });

  it('names every setting and every variable', () => {
    const variables = ENV.match(/\bSIMULATOR_[A-Z_]+(?=:)/g) ?? [];
    expect(variables.length).toBeGreaterThan(0);
    for (const name of [...Object.keys(DEFAULT_SETTINGS), ...variables]) expect(README).toContain(`\`${name}\``);
  });
});
