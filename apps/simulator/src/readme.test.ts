import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { disbursementScenarios } from './airtel/disbursement-magic.ts';
import { collectionScenarios } from './airtel/magic.ts';
import { c2bMarksOf, c2bScenarios, registrationScenarios } from './c2b/magic.ts';
import { ordinaryScenario, promptScenarios } from './magic.ts';
import type { Scenario } from './scenario.ts';
import { operationsText, securedScenarios } from './secured/magic.ts';
import { defaultSettings } from './settings.ts';

const readmeText = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const guideText = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8');
const envSource = readFileSync(new URL('./env.ts', import.meta.url), 'utf8');

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  ['', ...[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`), '', ''].join('\n');

const promptTable = (group: Scenario['group']): string =>
  table(
    ['Phone', 'or amount', 'What happens'],
    promptScenarios
      .filter((scenario) => scenario.group === group)
      .map(({ phone, amount, title }) => [phone, amount, title]),
  );

describe('docs/testing.md', () => {
  it.each(['result', 'transport'] as const)('shows the %s rows of the magic table as they are', (group) => {
    expect(guideText).toContain(promptTable(group));
  });

  it('names no other magic phone', () => {
    const phones = new Set(promptScenarios.map(({ phone }) => phone));
    for (const phone of guideText.match(/\b2547000\d{5}\b/g) ?? []) expect(phones).toContain(phone);
  });
});

describe('README.md', () => {
  it.each(['result', 'transport'] as const)('shows the %s rows of the magic table as they are', (group) => {
    expect(readmeText).toContain(promptTable(group));
  });

  it.each(['result', 'answer', 'transport'] as const)(
    'shows the %s rows of the secured operations as they are',
    (group) => {
      const rows = securedScenarios.filter((scenario) => scenario.group === group);
      const cells = rows.map((row) => [row.number, `\`${row.slug}\``, operationsText(row), row.title]);
      expect(readmeText).toContain(table(['Number', 'Name', 'For', 'What happens'], cells));
    },
  );

  it.each(['form', 'transport'] as const)('shows the %s rows of offline payments as they are', (group) => {
    const rows = c2bScenarios.filter((scenario) => scenario.group === group);
    const cells = rows.map((row) => [c2bMarksOf(row).phone, row.number, row.title]);
    expect(readmeText).toContain(table(['Phone', 'or amount', 'What happens'], cells));
  });

  it('shows the magic shortcodes as they are', () => {
    const cells = registrationScenarios.map(({ shortcode, title }) => [shortcode, title]);
    expect(readmeText).toContain(table(['Shortcode', 'What happens'], cells));
  });

  it('shows no other magic phone', () => {
    const phones = readmeText.match(/\b2547000\d{5}\b/g) ?? [];
    expect(phones).toHaveLength(promptScenarios.length + c2bScenarios.length);
    expect(ordinaryScenario.phone).toBe('');
  });

  it.each(['result', 'transport', 'refund'] as const)(
    'shows the %s rows of collections on Airtel Money as they are',
    (group) => {
      const rows = collectionScenarios.filter((scenario) => scenario.group === group);
      const cells = rows.map(({ phone, title }) => [phone, title]);
      expect(readmeText).toContain(table(['Phone', 'What happens'], cells));
    },
  );

  it('shows the rows of payouts on Airtel Money as they are, and no other magic phone of that rail', () => {
    const cells = disbursementScenarios.map(({ phone, title }) => [phone, title]);
    expect(readmeText).toContain(table(['Phone', 'What happens'], cells));
    const phones = readmeText.match(/\b2547330\d{5}\b/g) ?? [];
    expect(phones).toHaveLength(collectionScenarios.length + disbursementScenarios.length);
  });

  it('names every setting and every variable', () => {
    const variables = envSource.match(/\bSIMULATOR_[A-Z_]+(?=:)/g) ?? [];
    expect(variables.length).toBeGreaterThan(0);
    for (const name of [...Object.keys(defaultSettings), ...variables]) expect(readmeText).toContain(`\`${name}\``);
  });
});
