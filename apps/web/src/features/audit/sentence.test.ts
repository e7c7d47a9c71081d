import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import en from '../../../messages/en/audit.json' with { type: 'json' };
import sw from '../../../messages/sw/audit.json' with { type: 'json' };
import { plainAction, sentenceValues } from './sentence.ts';

type Nested = { [key: string]: string | Nested };

const domain = join(import.meta.dirname, '../../../../../packages/domain/src');

/** Every action that the domain writes by name; those that it puts together are few and written below. */
function writtenActions(): string[] {
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !file.startsWith('testing'))
    .map((file) => readFileSync(join(domain, file), 'utf8'));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/action: '([a-z0-9_]+\.[a-z_]+)'/g)].map(([, name]) => name),
  );
  return [...new Set(named.filter((name) => name !== undefined))];
}

const putTogether = ['order.approved', 'order.rejected', 'order.executed', 'order.failed', 'order.expired'];

function keysOf(nested: Nested, prefix = ''): string[] {
  return Object.entries(nested).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );
}

describe('sentences', () => {
  it('there is one for each action that the domain writes', () => {
    const known = keysOf(en.actions);
    expect([...writtenActions(), ...putTogether].filter((action) => !known.includes(action))).toEqual([]);
  });

  it.each([
    ['en', en],
    ['sw', sw],
  ] as const)('all of %s can be said, also of an entry without details', (locale, audit) => {
    const failures: string[] = [];
    const t = createTranslator({
      locale,
      messages: { audit } as Record<string, Nested>,
      onError: (error) => failures.push(error.message),
    });
    const values = sentenceValues({ detail: {}, whom: null });
    const said = keysOf(audit.actions).map((action) => t(`audit.actions.${action}` as never, values as never));
    expect(failures).toEqual([]);
    expect(said.every((text: string) => text.length > 3 && !text.includes('{'))).toBe(true);
  });
});

it('money, lists and people are written as people read them', () => {
  const values = sentenceValues({
    detail: { amount: 41500, fields: ['passkey', 'shortcode'], ok: true, empty: [] },
    whom: { kind: 'person', id: 'x', name: null, email: 'a@b.example' },
  });
  expect(values).toMatchObject({ amount: 'KES 41,500', fields: 'passkey, shortcode', ok: 'true', whom: 'a@b.example' });
});

it.each([
  ['en', en],
  ['sw', sw],
] as const)('an amount names its currency once in %s', (locale, audit) => {
  const t = createTranslator({ locale, messages: { audit } as Record<string, Nested> });
  const values = sentenceValues({ detail: { amount: 1200, rows: 2 }, whom: null });
  const said = keysOf(audit.actions).map((action) => t(`audit.actions.${action}` as never, values as never) as string);
  expect(said.filter((text) => text.split('KES').length > 2)).toEqual([]);
});

it('fields and scopes have the names that people use', () => {
  const detail = { fields: ['consumerKey', 'x'], scopes: ['payout'] };
  const nameOf = (list: string, item: string) => `${list}:${item}`;
  expect(sentenceValues({ detail, whom: null }, nameOf)).toMatchObject({
    fields: 'fields:consumerKey, fields:x',
    scopes: 'scopes:payout',
  });
});

it('an unknown action is said in its own words', () => {
  expect(plainAction('payment.review_needed')).toBe('payment review needed');
});
