import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingCourier } from './recording-courier.ts';
import { promptCallback, scriptedProvider } from './scripted-provider.ts';
import { seed } from './seed.ts';
import { type TestContext, testContext } from './test-context.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

const request = {
  promptId: null,
  amount: 1,
  phone: '254712345678',
  accountRef: 'a',
  description: 'd',
  callbackUrl: 'http://x.example/cb',
  sendBefore: new Date('2099-01-01T00:00:00Z'),
};

describe('seed', () => {
  it('mints merchants that share nothing', async () => {
    const mint = () => seed(ctx).owner().application().credentials('sandbox').key('sandbox').member('finance').mint();
    const [one, other] = [await mint(), await mint()];
    expect(one.applicationId).not.toBe(other.applicationId);
    expect(one.organizationId).not.toBe(other.organizationId);
    expect((await one.providerAccount()).passkey).not.toBe((await other.providerAccount()).passkey);
    expect(one.as().actor).toBe(`key:${one.key().keyId}`);
    expect(() => one.key('production')).toThrow('no production key was seeded');
  });
});

describe('testContext', () => {
  it('records what was published and stands still in time', async () => {
    const own = await testContext(test.database);
    await own.publish([{ name: 'mail.due', id: '1', data: { mailId: 'm' } }]);
    expect(own.events).toEqual([{ name: 'mail.due', id: '1', data: { mailId: 'm' } }]);
    const before = own.clock.now();
    own.clock.advance(1.5);
    expect(own.clock.now().getTime() - before.getTime()).toBe(1500);
    const place = { table: 't', column: 'c', row: ['r'] } as const;
    expect(own.open(own.seal('x', place), place)).toBe('x');
  });
});

describe('scriptedProvider', () => {
  it('answers in the order of its script, then by default, and keeps what it was asked', async () => {
    const { providerAccount } = await seed(ctx).owner().application().credentials('sandbox').mint();
    const account = await providerAccount();
    const provider = scriptedProvider();
    provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
    const held = provider.pushes.hold();
    expect(await provider.rail(account).prompts.push(request)).toEqual({ kind: 'unknown', cause: 'cut' });
    const pending = provider.rail(account).prompts.push(request);
    expect(await held.arrived).toEqual({ account, request });
    held.answer({ kind: 'unknown', cause: 'late' });
    expect(await pending).toEqual({ kind: 'unknown', cause: 'late' });
    expect(await provider.rail(account).prompts.push(request)).toMatchObject({ kind: 'accepted' });
    expect(provider.pushes.calls).toHaveLength(3);
    expect(await provider.rail(account).prompts.ask('ws_CO_1')).toMatchObject({
      kind: 'told',
      fact: { outcome: 'open' },
    });
  });

  it('reads the callbacks that a test writes', () => {
    const { parsePromptCallback } = scriptedProvider();
    expect(parsePromptCallback(promptCallback({ checkoutRequestId: 'ws', resultCode: '0' }))).toMatchObject({
      ok: true,
      value: { checkoutRequestId: 'ws', resultCode: '0', paid: null },
    });
    expect(parsePromptCallback(new TextEncoder().encode('{'))).toMatchObject({ ok: false });
  });
});

describe('recordingCourier', () => {
  it('keeps what was posted', async () => {
    const courier = recordingCourier();
    courier.posts.answer({ kind: 'no_answer', reason: 'refused', address: null, durationMs: 1 });
    const post = { url: 'https://x.example', environment: 'sandbox' as const, headers: {}, body: '{}' };
    expect(await courier(post)).toMatchObject({ kind: 'no_answer' });
    expect(await courier(post)).toMatchObject({ kind: 'answered', statusCode: 200 });
    expect(courier.posts.calls).toEqual([post, post]);
  });
});
