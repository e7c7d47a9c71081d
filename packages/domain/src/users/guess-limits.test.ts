import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../testing/index.ts';
import { changePassword } from './change-password.ts';
import { issueDevice, knownDeviceMs, readDevice } from './known-device.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { endSession, revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
import { signIn } from './sign-in.ts';
import { type IdentityContext, identityContext, newPerson, tokenTo } from './users.fixture.ts';
import { createVault } from './vault.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

/** Counters and a clock of its own for each test. */
const fresh = async (): Promise<IdentityContext> => identityContext(await testContext(test.database));

type Who = { email: string; password: string };
type From = { remoteIp?: string; device?: string };

const attacker = { remoteIp: '198.51.100.1' };
const home = { remoteIp: '203.0.113.9' };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error: { code: string }) => error.code,
  );
const wrong = (ctx: IdentityContext, { email }: Who, from: From) =>
  codeOf(signIn(ctx, { email, password: 'a wrong password' }, from));
const right = (ctx: IdentityContext, { email, password }: Who, from: From) =>
  codeOf(signIn(ctx, { email, password }, from));

async function guess(ctx: IdentityContext, who: Who, from: From, times: number): Promise<string[]> {
  const codes = [];
  for (let time = 0; time < times; time += 1) codes.push(await wrong(ctx, who, from));
  return codes;
}

/** What a sign-in leaves in the browser. */
async function deviceOf(ctx: IdentityContext, { email, password }: Who): Promise<string> {
  const answer = await signIn(ctx, { email, password }, home);
  if (answer.kind !== 'signed_in') throw new Error(answer.kind);
  return answer.device;
}

describe('wrong passwords from one network', () => {
  it('hold up that network, and nobody elsewhere', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    expect(await guess(ctx, ann, attacker, 11)).toEqual([...Array(10).fill('unauthenticated'), 'rate_limited']);
    expect(await right(ctx, ann, attacker)).toBe('rate_limited');
    expect(await right(ctx, ann, home)).toBe('passed');
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 'rate_limited'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'passed'],
    ['198.51.100.1', '::ffff:198.51.100.1', 'rate_limited'],
  ])('%s counts for %s: %s', async (first, second, code) => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    await guess(ctx, ann, { remoteIp: first }, 10);
    expect(await right(ctx, ann, { remoteIp: second })).toBe(code);
  });

  it('are bounded when thirty come at once', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const codes = await Promise.all(Array.from({ length: 30 }, () => wrong(ctx, ann, attacker)));
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(20);
  });

  it('make who goes on wait longer', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { signInSoon } = ctx.identityLimits;
    const forgiving = {
      ...signInSoon,
      consume: async () => ({ ...(await signInSoon.consume('other')), allowed: true }),
    };
    const later = { ...ctx, identityLimits: { ...ctx.identityLimits, signInSoon: forgiving } };
    await guess(later, ann, attacker, 20);
    const error = await signIn(later, ann, attacker).catch((thrown) => thrown);
    expect(error.extras.retryAfterSeconds).toBeGreaterThan(2 * 3_600);
  });

  it('are counted alike for addresses of nobody', async () => {
    const ctx = await fresh();
    const nobody = { email: `nobody-${Date.now()}@shop.example`, password: 'x' };
    expect(await guess(ctx, nobody, attacker, 11)).toEqual([...Array(10).fill('unauthenticated'), 'rate_limited']);
    expect(await wrong(ctx, nobody, home)).toBe('unauthenticated');
  });
});

describe('wrong passwords from many networks', () => {
  it('hold up unknown browsers together, and no known one', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const device = await deviceOf(ctx, ann);
    for (let network = 1; network <= 10; network += 1) {
      await guess(ctx, ann, { remoteIp: `192.0.2.${network}` }, 10);
    }
    expect(await right(ctx, ann, home)).toBe('rate_limited');
    expect(await right(ctx, ann, { ...home, device })).toBe('passed');
  });
});

describe('a browser that its person has signed in with', () => {
  it('is not held up by others in its network, and has a counter of its own', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const device = await deviceOf(ctx, ann);
    await guess(ctx, ann, home, 60);
    expect(await right(ctx, ann, { ...home, device })).toBe('passed');
    expect(await guess(ctx, ann, { ...home, device }, 11)).toEqual([
      ...Array(10).fill('unauthenticated'),
      'rate_limited',
    ]);
    expect(await right(ctx, ann, { ...home, device })).toBe('rate_limited');
  });

  it('is known for nobody else, and from nobody else', async () => {
    const ctx = await fresh();
    const [ann, bob] = [await newPerson(ctx), await newPerson(ctx)];
    const device = await deviceOf(ctx, bob);
    await guess(ctx, ann, home, 10);
    const forged = issueDevice(
      createVault('another secret', 'known device'),
      { userId: ann.person.userId, password: 'x' },
      ctx.clock.now(),
    );
    for (const given of [device, forged, 'v1.AAAA', '']) {
      expect(await right(ctx, ann, { ...home, device: given })).toBe('rate_limited');
    }
  });

  it('is unknown after half a year', () => {
    const vault = createVault('secret', 'known device');
    const now = new Date('2026-01-05T08:00:00Z');
    const text = issueDevice(vault, { userId: '01890a5d-ac96-774b-bcce-b302099a8057', password: 'mark' }, now);
    const at = (ms: number) => readDevice(vault, text, new Date(now.getTime() + ms));
    expect(at(knownDeviceMs - 1)).toMatchObject({ password: 'mark' });
    expect(at(knownDeviceMs)).toBeUndefined();
    expect(readDevice(vault, vault.seal('{"id":"x"}'), now)).toBeUndefined();
  });

  it.each([
    [
      'the password changes',
      'rate_limited',
      (_ctx, ann) => changePassword(ann, { currentPassword: ann.password, newPassword: `${ann.password} 2` }),
    ],
    ['the other sessions are ended', 'rate_limited', (_ctx, ann) => revokeOtherSessions(ann)],
    ['a session is ended from elsewhere', 'rate_limited', (_ctx, ann) => revokeSession(ann, ann.person)],
    ['its person signs out', 'passed', (ctx, ann) => endSession(ctx, ann.person)],
  ] satisfies [
    string,
    string,
    (ctx: IdentityContext, ann: Awaited<ReturnType<typeof newPerson>>) => Promise<unknown>,
  ][])('when %s: %s', async (what, code, happen) => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const device = await deviceOf(ctx, ann);
    ctx.clock.advance(1);
    await happen(ctx, ann);
    const password = what === 'the password changes' ? `${ann.password} 2` : ann.password;
    await guess(ctx, ann, home, 10);
    expect(await right(ctx, { ...ann, password }, { ...home, device })).toBe(code);
  });
});

describe('a password that is replaced through a mailed link', () => {
  it('starts all counters anew, and makes the browser known', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    for (let network = 1; network <= 10; network += 1) {
      await guess(ctx, ann, { remoteIp: `192.0.2.${network}` }, 10);
    }
    await guess(ctx, ann, home, 10);
    await requestPasswordReset(ctx, { email: ann.email }, home);
    const password = `${ann.password} anew`;
    const { device } = await resetPassword(ctx, { token: await tokenTo(ctx, ann.email), password });
    expect(await right(ctx, { ...ann, password }, { remoteIp: '192.0.2.1' })).toBe('passed');
    await guess(ctx, ann, home, 10);
    expect(await right(ctx, { ...ann, password }, home)).toBe('rate_limited');
    expect(await right(ctx, { ...ann, password }, { ...home, device })).toBe('passed');
  });

  it('can be asked for while others ask, and mails stay few: each has a link that works', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const ask = (remoteIp: string) => codeOf(requestPasswordReset(ctx, { email: ann.email }, { remoteIp }));
    expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual(Array(3).fill('passed'));
    expect(await ask('192.0.2.1')).toBe('rate_limited');
    for (let network = 2; network <= 6; network += 1) expect(await ask(`192.0.2.${network}`)).toBe('passed');
    expect(await ask(home.remoteIp)).toBe('passed');
    const sent = { to: ann.email, hasSecret: true };
    expect(await test.database.prisma.mail.count({ where: sent })).toBe(5);
    await resetPassword(ctx, { token: await tokenTo(ctx, ann.email), password: `${ann.password} anew` });
  });
});
