import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAGIC, ORDINARY } from './magic.ts';
import type { Scenario } from './scenario.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const tableOf = (group: Scenario['group']): string =>
  [
    '| Phone | or amount | What happens |',
    '| --- | --- | --- |',
    ...MAGIC.filter((scenario) => scenario.group === group).map(
      ({ phone, amount, title }) => `| ${phone} | ${amount} | ${title} |`,
    ),
    '',
  ].join('\n');

describe('README.md', () => {
  it.each(['result', 'transport'] as const)('shows the %s rows of the magic table as they are', (group) => {
    expect(README).toContain(`\n${tableOf(group)}`);
  });

  it('shows no other magic phone', () => {
    const phones = README.match(/\b2547000\d{5}\b/g) ?? [];
    expect(phones).toHaveLength(MAGIC.length);
    expect(ORDINARY.phone).toBe('');
  });
});
