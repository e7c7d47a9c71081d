import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { locales } from './locale.ts';
import { namespaces } from './namespaces.ts';

type Texts = { [key: string]: string | Texts };

const messages = fileURLToPath(new URL('../../messages/', import.meta.url));
const sources = fileURLToPath(new URL('../', import.meta.url));

function textsOf(locale: string, namespace: string): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (texts: Texts, path: string[]) => {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') flat.set([...path, key].join('.'), value);
      else walk(value, [...path, key]);
    }
  };
  walk(JSON.parse(readFileSync(join(messages, locale, `${namespace}.json`), 'utf8')) as Texts, []);
  return flat;
}

/** What a text wants to be given: names of arguments with their kind, and tags. */
function wantsOf(text: string): Map<string, string> {
  const wants = new Map<string, string>();
  for (const [, tag] of text.matchAll(/<(\w+)>/g)) wants.set(`<${tag}>`, 'tag');
  const readText = (from: number): number => {
    let at = from;
    while (at < text.length && text[at] !== '}') at = text[at] === '{' ? readArgument(at + 1) : at + 1;
    return at;
  };
  const readArgument = (from: number): number => {
    const [whole, name = '', kind = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?/.exec(text.slice(from)) ?? [''];
    wants.set(name, /^(plural|select|selectordinal)$/.test(kind) ? kind : 'value');
    let at = from + whole.length;
    while (at < text.length && text[at] !== '}') at = text[at] === '{' ? readText(at + 1) + 1 : at + 1;
    return at + 1;
  };
  readText(0);
  return wants;
}

/** Something of each kind that a text wants. */
function valuesFor(text: string): Record<string, string | number> {
  const wants = [...wantsOf(text)].filter(([, kind]) => kind !== 'tag');
  return Object.fromEntries(wants.map(([name, kind]) => [name, kind.startsWith('plural') ? 3 : 'x']));
}

const namesOf = (locale: string) =>
  readdirSync(join(messages, locale))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

/** A language may do without the name of the network where the others say it. */
const leftOut = new Set(['network', 'rail']);

/** Words that Swahili keeps, because the person meets them elsewhere in this form. Each has its reason. */
const kept: Record<string, RegExp> = {
  'names of products, people and languages': /^(M-PESA|Tillgate|Amazon S3|Excel|English|Kiswahili)$/,
  'how M-PESA and its portal name it': /^(Pay ?[Bb]ill|Buy Goods|Till|Till \(Buy Goods\)|Shortcode|Initiator|Passkey)$/,
  'fields of the portals of M-PESA, Airtel and S3':
    /^(Consumer key|Consumer secret|Client ID|Client secret|Access key ID|Secret access key)$/,
  'names of the API': /^(x-webhook-id|Idempotency-Key|CheckoutRequestID|MerchantRequestID|Metadata|Webhook|URL)$/,
  'formats and time zones': /^(CSV|NDJSON|UTC|Nairobi \(EAT\))$/,
};

/** A text without its plain arguments and signs. */
const wordsOf = (text: string) =>
  text
    .replace(/\{\w+\}/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[^\p{L}\d)]+$/u, '');

describe('the texts', () => {
  it.each(locales)('of every feature are there in %s', (locale) => {
    expect(namesOf(locale)).toEqual([...namespaces]);
  });

  it.each(namespaces)('of %s say the same things in every language, with the same values', (namespace) => {
    const [first, ...others] = locales.map((locale) => textsOf(locale, namespace));
    const wants = (text: string) => [...wantsOf(text).keys()].filter((name) => !leftOut.has(name)).sort();
    const shape = (texts: Map<string, string> | undefined) =>
      Object.fromEntries([...(texts ?? [])].map(([key, text]) => [key, wants(text)]));
    for (const other of others) expect(shape(other)).toEqual(shape(first));
  });

  it.each(namespaces)('of %s are not English in Swahili', (namespace) => {
    const sw = textsOf('sw', namespace);
    const same = [...textsOf('en', namespace)].filter(([key, text]) => sw.get(key) === text && wordsOf(text) !== '');
    const isKept = ([, text]: [string, string]) => Object.values(kept).some((word) => word.test(wordsOf(text)));
    expect(same.filter((entry) => !isKept(entry))).toEqual([]);
  });

  it.each(locales)('in %s call the status of a payment the same on every page', (locale) => {
    const places = [
      ['payments', 'status'],
      ['home', 'statuses'],
      ['reviews', 'evidence.statuses'],
      ['shell', 'palette.status'],
      ['exports', 'values.payments'],
    ] as const;
    for (const status of ['pending', 'success', 'failed']) {
      const said = places.map(([namespace, path]) => textsOf(locale, namespace).get(`${path}.${status}`));
      expect([...new Set(said)], status).toEqual([said[0]]);
      expect(said[0], status).toBeTruthy();
    }
  });

  it.each(locales)('in %s are well formed and not empty', (locale) => {
    for (const namespace of namespaces) {
      for (const [key, text] of textsOf(locale, namespace)) {
        const onError = (error: Error) => {
          throw new Error(`${namespace}.${key}: ${error.message}`);
        };
        const t = createTranslator({ locale, messages: { text }, onError, timeZone: 'UTC' });
        const said = t.markup('text', {
          ...valuesFor(text),
          ...Object.fromEntries([...text.matchAll(/<(\w+)>/g)].map(([, tag]) => [tag, (chunks: string) => chunks])),
        });
        expect(said.trim(), `${namespace}.${key}`).not.toBe('');
      }
    }
  });
});

type Use = { file: string; keys: string[]; namespaces: string[] };

/** Which texts a source asks for by name, and of which features. Names that are put together at run time are not seen. */
function usesOf(file: string): Use {
  const source = readFileSync(join(sources, file), 'utf8');
  const found = [...source.matchAll(/(\w+) = (?:await )?(?:useTranslations|getTranslator)\('([\w.]+)'\)/g)];
  const variables = [...new Set(found.map(([, variable]) => variable))];
  const keys = variables.flatMap((variable) =>
    [...source.matchAll(new RegExp(`(?<![\\w.])${variable}(?:\\.rich|\\.markup)?\\('([\\w.]+)'`, 'g'))].map(
      ([, key]) => key ?? '',
    ),
  );
  return { file, keys, namespaces: found.map(([, , namespace]) => namespace ?? '') };
}

describe('a source', () => {
  const all = new Set(namespaces.flatMap((name) => [...textsOf('en', name).keys()].map((key) => `${name}.${key}`)));
  const files = (readdirSync(sources, { recursive: true }) as string[]).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );

  it('asks for texts that exist', () => {
    const unknown = files
      .map(usesOf)
      .flatMap(({ file, keys, namespaces: own }) =>
        keys.filter((key) => !own.some((name) => all.has(`${name}.${key}`))).map((key) => `${file}: ${key}`),
      );
    expect(unknown).toEqual([]);
  });
});
