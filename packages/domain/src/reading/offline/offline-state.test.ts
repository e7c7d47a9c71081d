import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newReceipt, newShop, postConfirmation, type Shop } from '../../c2b/c2b.fixture.ts';
import {
  registerC2bUrls,
  rotateHookToken,
  setC2bRules,
  setPulledPayments,
  type TryRulesInput,
  tryC2bRules,
} from '../../c2b/index.ts';
import { applyCallback, pullPayments } from '../../callbacks/index.ts';
import { recordCallbackAccess } from '../../inbox/index.ts';
import { movableClock, type TestContext, testContext } from '../../testing/index.ts';
import { reportSetup } from '../home/index.ts';
import { getOfflineState } from './get-offline-state.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

describe('the state', () => {
  it('says whether payments are announced here, by which rules, and what came last', async () => {
    const shop = await newShop(base);
    expect(await getOfflineState(shop)).toMatchObject({
      account: { product: 'paybill', shortcode: shop.shortcode },
      registration: null,
      rules: { references: [] },
      recent: [],
      held: [],
    });
    await registerC2bUrls(shop);
    await setC2bRules(shop, { ...shop.tenant, amountMin: 10 });
    const transactionId = newReceipt();
    const callbackId = await postConfirmation(shop, { transactionId });
    await applyCallback(shop, callbackId ?? '');
    const state = await getOfflineState(shop);
    expect(state).toMatchObject({
      registration: { responseDescription: 'Success', isTakenOver: false },
      rules: { amountMin: 10 },
    });
    expect(state.recent).toMatchObject([{ source: 'c2b', providerReceipt: transactionId }]);
    expect(JSON.stringify(state)).not.toMatch(/[0-9a-f]{64}|c2b-hook/i);
    const production = { ...shop, tenant: { ...shop.tenant, environment: 'production' as const } };
    expect(await getOfflineState(production)).toMatchObject({ account: null, registration: null, recent: [] });
  });

  it('tells of a confirmation that waits longer than they all do', async () => {
    const shop = await newShop(base);
    const callbackId = await postConfirmation(shop, { transactionId: newReceipt() });
    expect((await getOfflineState(shop)).held).toEqual([]);
    shop.clock.advance(31);
    expect((await getOfflineState(shop)).held).toMatchObject([{ callbackId, state: 'received' }]);
  });

  it('lists what waits for a person, and only of offline payments', async () => {
    const shop = await newShop(base);
    const subjectId = (await postConfirmation(shop, { transactionId: newReceipt() })) ?? '';
    const about = { subjectKind: 'callback' as const, subjectId, reason: 'confirmation_unmatched' as const };
    expect((await getOfflineState(shop)).reviews).toEqual({ rows: [], hasMore: false });
    const { prisma } = shop.db;
    const opened = { status: 'open' as const, openedAt: shop.clock.now(), detail: {}, ...shop.tenant };
    const ofInquiry = { subjectKind: 'inquiry' as const, subjectId: crypto.randomUUID() };
    await prisma.review.create({ data: { id: crypto.randomUUID(), ...opened, ...about } });
    await prisma.review.create({
      data: { id: crypto.randomUUID(), ...opened, ...ofInquiry, reason: 'outcome_unknown' },
    });
    expect((await getOfflineState(shop)).reviews).toMatchObject({ rows: [about], hasMore: false });
  });

  it('warns when everybody may post callbacks of production', async () => {
    const shop = await newShop(base);
    const production = { ...shop, tenant: { ...shop.tenant, environment: 'production' as const } };
    const open = async () =>
      Promise.all([getOfflineState(production), getOfflineState(shop), reportSetup(production)]).then((states) =>
        states.map(({ isHookOpen }) => isHookOpen),
      );
    expect(await open()).toEqual([false, false, false]);
    await recordCallbackAccess(shop, { kind: 'any' });
    expect(await open()).toEqual([true, false, true]);
    await recordCallbackAccess(shop, { kind: 'list', addresses: ['10.0.0.1'] });
    expect(await open()).toEqual([false, false, false]);
  });

  it('tells which replaced tokens are still taken, and shows none of them', async () => {
    const shop = await newShop({ ...base, clock: movableClock() });
    expect(await getOfflineState(shop)).toMatchObject({ hasHook: false, replacedTokens: [] });
    await registerC2bUrls(shop);
    expect(await getOfflineState(shop)).toMatchObject({ hasHook: true, replacedTokens: [] });
    await rotateHookToken(shop, { ...shop.tenant, graceSeconds: 60 });
    const waiting = await getOfflineState(shop);
    expect(waiting).toMatchObject({ registration: null, hasHook: true });
    expect(waiting.replacedTokens).toEqual([
      { retiredAt: shop.clock.now().toISOString(), endsAt: null, isManual: false },
    ]);
    await registerC2bUrls(shop);
    expect((await getOfflineState(shop)).replacedTokens).toMatchObject([{ endsAt: expect.any(String) }]);
    shop.clock.advance(60);
    expect((await getOfflineState(shop)).replacedTokens).toEqual([]);
    expect(JSON.stringify(waiting)).not.toMatch(/[0-9a-f]{64}/);
  });

  it('says how pulled payments stand, without the nominated number', async () => {
    const shop = await newShop({ ...base, clock: movableClock() });
    expect((await getOfflineState(shop)).pulls).toBeNull();
    await registerC2bUrls(shop);
    expect((await getOfflineState(shop)).pulls).toMatchObject({ isOn: false, dueAt: null });
    await setPulledPayments({ ...shop, actor: 'operator' }, { ...shop.tenant, nominatedPhone: '254722000000' });
    const { id } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
    const waiting = await getOfflineState(shop);
    const dueAt = shop.clock.now().toISOString();
    expect(waiting.pulls).toEqual({ isOn: true, registeredAt: null, dueAt, pulledTo: null, error: null, leftOut: [] });
    expect(JSON.stringify(waiting)).not.toContain('722000000');
    shop.provider.pulls.answer({ kind: 'unknown', cause: 'The provider sent no answer.' });
    await pullPayments(shop, { registrationId: id });
    const failed = (await getOfflineState(shop)).pulls;
    expect(failed).toMatchObject({ registeredAt: dueAt, pulledTo: null });
    expect(failed?.error).toContain('The provider sent no answer.');
    await pullPayments(shop, { registrationId: id });
    expect((await getOfflineState(shop)).pulls).toMatchObject({ pulledTo: dueAt, error: null });
  });

  it('says when the shortcode had URLs before', async () => {
    const shop = await newShop(base);
    shop.provider.registrations.answer({
      kind: 'accepted',
      responseCode: null,
      responseDescription: null,
      c2bVersion: 'v2',
    });
    await registerC2bUrls(shop);
    expect((await getOfflineState(shop)).registration).toMatchObject({ isTakenOver: true });
  });
});

it('says when a pattern that was stored before cannot be used', async () => {
  const shop = await newShop(base);
  await setC2bRules(shop, { ...shop.tenant, referencePattern: 'INV-[0-9]+' });
  expect((await getOfflineState(shop)).patternProblem).toBeNull();
  await shop.db.prisma.c2bRules.updateMany({
    where: shop.tenant,
    data: { referencePattern: '(?=INV).*' },
  });
  expect((await getOfflineState(shop)).patternProblem).toMatch(/^is not a regular expression that can be used/);
});

describe('a trial', () => {
  const trial = (shop: Shop, input: Partial<TryRulesInput>) =>
    tryC2bRules(shop, { reference: 'INV-1', amount: 100, ...input });

  it.each([
    ['no rules', {}, '0'],
    ['a pattern that fits', { referencePattern: 'inv-[0-9]+' }, '0'],
    ['a pattern that does not', { referencePattern: 'X.*' }, 'C2B00012'],
    ['a list that has it, in other letters', { references: ['a', ' inv-1 '] }, '0'],
    ['a list that has not', { references: ['a'] }, 'C2B00012'],
    ['too little', { amountMin: 101 }, 'C2B00013'],
    ['too much', { amountMax: 99 }, 'C2B00013'],
  ] as const)('%s: %s', async (_, rules, code) => {
    const shop = await newShop(base);
    expect(await trial(shop, { ...rules, references: [...('references' in rules ? rules.references : [])] })).toEqual({
      accepted: code === '0',
      code,
    });
  });

  it('judges what is not saved, and saves nothing', async () => {
    const shop = await newShop(base);
    await setC2bRules(shop, { ...shop.tenant, referencePattern: 'SAVED' });
    expect(await trial(shop, {})).toMatchObject({ accepted: true });
    expect((await getOfflineState(shop)).rules.referencePattern).toBe('SAVED');
  });
});
