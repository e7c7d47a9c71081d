// @ts-check
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { judgeDocument } from '../../apps/web/src/graphql/document-shape.ts';
import { tokensMax } from '../../apps/web/src/graphql/limits.ts';
import { fingerprintOf } from '../../packages/domain/src/idempotency/claim.ts';
import { maskPhonesInside } from '../../packages/domain/src/reading/masked-text.ts';
import { keptBody } from '../../packages/domain/src/requests/kept-body.ts';
import { rewriterOf } from '../../packages/domain/src/subjects/rewrite.ts';
import { excerptOf } from '../../packages/provider/src/kit/excerpt.ts';
import { parseResult } from '../../packages/provider/src/mpesa/parse-result.ts';
import { recursiveIn } from './recursive-functions.mjs';
import { walks } from './recursive-walks.mjs';

/** The longest body that a door lets in. */
const bytesMax = 100_000;
/** What the API lets in. */
const levelsMax = 32;
const lists = (/** @type {number} */ levels) => `${'['.repeat(levels)}"254712345678"${']'.repeat(levels)}`;
const objects = (/** @type {number} */ levels) => `${'{"a":'.repeat(levels)}"254712345678"${'}'.repeat(levels)}`;
const deep = [lists(bytesMax / 2 - 10), objects(bytesMax / 6 - 10)];
const bounded = [lists(levelsMax), objects(levelsMax)];

/** A document in a text of a document, and so on: each level doubles the quotes of those inside. */
function nestedTexts() {
  let text = '{"phone":"254712345678"}';
  while (text.length * 2 < bytesMax) text = JSON.stringify({ Name: 'body', Value: text });
  return text;
}

const rewrite = rewriterOf({ phone: '254712345678', names: ['Jane Wanjiku'] });

/** @type {Record<string, (() => unknown)[]>} What each walk is given. */
const given = {
  'apps/web/src/graphql/document-shape.ts': [
    () => judgeDocument(parse(`query${'{a'.repeat(tokensMax / 3)}${'}'.repeat(tokensMax / 3)}`)),
  ],
  'packages/domain/src/idempotency/claim.ts': bounded.map(
    (text) => () => fingerprintOf({ metadata: JSON.parse(text) }),
  ),
  'packages/domain/src/reading/masked-text.ts': bounded.map((text) => () => maskPhonesInside(JSON.parse(text))),
  'packages/domain/src/requests/kept-body.ts': deep.map((text) => () => keptBody(JSON.parse(text))),
  'packages/domain/src/subjects/rewrite.ts': [...deep, nestedTexts()].map((text) => () => rewrite(text, 'json')),
  'packages/provider/src/kit/excerpt.ts': deep.map((text) => () => excerptOf({ json: JSON.parse(text), text })),
  'packages/provider/src/mpesa/parse-result.ts': deep.map(
    (text) => () => parseResult(Buffer.from(`{"Result":{"ResultCode":0,"ConversationID":"a","More":${text}}}`)),
  ),
};

describe('a walk over what outsiders send ends, however deep it is', () => {
  it.each(Object.keys(walks))('%s', (file) => {
    expect(given[file]?.length).toBeGreaterThan(0);
    for (const walk of given[file] ?? []) expect(walk).not.toThrow();
  });
});

describe('recursive functions of a source', () => {
  it.each([
    ['one that calls itself', 'function a(x) { return a(x.next); }', ['a']],
    ['one that is handed to itself', 'const a = (x) => x.map(a);', ['a']],
    ['two that call each other', 'function a(x) { return b(x); } const b = (x) => a(x);', ['a', 'b']],
    ['none: a member has the same name', 'function a(x) { return x.a({ a: 1 }); }', []],
    ['none: it calls another', 'function a() { return b(); } function b() { return 1; }', []],
  ])('%s', async (_what, text, names) => {
    expect((await recursiveIn('a.ts', text)).map(({ name }) => name).sort()).toEqual(names);
  });
});
