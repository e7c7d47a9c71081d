import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, testContext } from '../testing/index.ts';
import { newShop } from './c2b.fixture.ts';
import { findUnusablePatterns } from './find-unusable-patterns.ts';
import { getC2bRules } from './get-rules.ts';
import { setC2bRules } from './set-rules.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const none = { referencePattern: null, references: [], amountMin: null, amountMax: null, verifyFrom: null };

it('starts with no rules, keeps what is left out, and takes away what is null or empty', async () => {
  const shop = await newShop(base);
  expect(await getC2bRules(shop, shop.tenant)).toEqual(none);
  await setC2bRules(shop, { ...shop.tenant, referencePattern: 'A[0-9]+', amountMin: 10 });
  const all = await setC2bRules(shop, { ...shop.tenant, references: ['a1', 'A1 ', 'B2'], amountMax: 20 });
  expect(all).toEqual({
    referencePattern: 'A[0-9]+',
    references: ['A1', 'B2'],
    amountMin: 10,
    amountMax: 20,
    verifyFrom: null,
  });
  expect(await getC2bRules(shop, shop.tenant)).toEqual(all);
  expect(await getC2bRules(shop, { ...shop.tenant, environment: 'production' })).toEqual(none);
  const cleared = { referencePattern: null, references: [], amountMin: null, amountMax: null, verifyFrom: null };
  expect(await setC2bRules(shop, { ...shop.tenant, ...cleared })).toEqual(none);
  const audits = await shop.db.prisma.auditEntry.findMany({
    where: { action: 'c2b_rules.changed', applicationId: shop.tenant.applicationId },
  });
  expect(audits).toHaveLength(3);
});

it('two changes at once are both kept', async () => {
  const shop = await newShop(base);
  await Promise.all([
    setC2bRules(shop, { ...shop.tenant, amountMin: 5 }),
    setC2bRules(shop, { ...shop.tenant, referencePattern: 'X' }),
    setC2bRules(shop, { ...shop.tenant, references: ['X'] }),
  ]);
  expect(await getC2bRules(shop, shop.tenant)).toEqual({
    referencePattern: 'X',
    references: ['X'],
    amountMin: 5,
    amountMax: null,
    verifyFrom: null,
  });
});

it.each([
  ['referencePattern', { referencePattern: '(' }],
  ['referencePattern', { referencePattern: '(?=a)x' }],
  ['referencePattern', { referencePattern: '(a{20}){20}' }],
  ['referencePattern', { referencePattern: 'a\u0000b' }],
  ['referencePattern', { referencePattern: 'a\ud800b' }],
  ['referencePattern', { referencePattern: 'x'.repeat(201) }],
  ['references.0', { references: ['x'.repeat(65)] }],
  ['references.1', { references: ['x', ' '] }],
  ['references', { references: Array.from({ length: 10_001 }, (_, n) => String(n)) }],
  ['amountMin', { amountMin: -1 }],
  ['amountMax', { amountMax: 1.5 }],
  ['amountMax', { amountMin: 10, amountMax: 9 }],
])('refuses %s: %j', async (path, given) => {
  const shop = await newShop(base);
  await expect(setC2bRules(shop, { ...shop.tenant, ...given })).rejects.toMatchObject({
    code: 'invalid_input',
    extras: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
  });
});

it('names the applications whose stored pattern cannot be used', async () => {
  const [good, bad] = [await newShop(base), await newShop(base)];
  await setC2bRules(good, { ...good.tenant, referencePattern: 'A+' });
  await setC2bRules(bad, { ...bad.tenant, referencePattern: 'A+' });
  await bad.db.prisma.c2bRules.updateMany({ where: bad.tenant, data: { referencePattern: '(A)\\1' } });
  const named = await findUnusablePatterns(base);
  expect(named).toContainEqual({ ...bad.tenant, problem: expect.stringMatching(/^is not a regular expression/) });
  expect(named.map(({ applicationId }) => applicationId)).not.toContain(good.tenant.applicationId);
  // Another rule can be changed without the pattern.
  await setC2bRules(bad, { ...bad.tenant, amountMin: 5 });
  await setC2bRules(bad, { ...bad.tenant, referencePattern: null });
  expect(await findUnusablePatterns(base)).toEqual([]);
});

it('knows no application that is not there', async () => {
  const nobody = { applicationId: crypto.randomUUID(), environment: 'sandbox' as const };
  await expect(setC2bRules(base, nobody)).rejects.toMatchObject({ code: 'not_found' });
  await expect(getC2bRules(base, nobody)).rejects.toMatchObject({ code: 'not_found' });
});
