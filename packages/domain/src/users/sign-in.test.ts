import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailText } from '../mails/index.ts';
import { getAccount, listSessions } from '../reading/account/index.ts';
import { type TestContext, testContext } from '../testing/index.ts';
import { answerChallenge } from './answer-challenge.ts';
import { changePassword } from './change-password.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { createUser } from './create-user.ts';
import { disableSecondFactor, resetSecondFactor } from './disable-second-factor.ts';
import { asPerson, createIdentity } from './identity.ts';
import { readSession } from './read-session.ts';
import { reauthenticate } from './reauthenticate.ts';
import { renameUser } from './rename-user.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { findReset, resetPassword } from './reset-password.ts';
import { endSession, revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
import { setUpSecondFactor } from './set-up-second-factor.ts';
import { signIn } from './sign-in.ts';
import { signInExternally } from './sign-in-externally.ts';
import { createTotpVault, generateVaultKey } from './totp-vault.ts';
import { codeOf, type IdentityContext, identityContext, newPerson, type SignedIn, signedIn } from './users.fixture.ts';
import { createVault } from './vault.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

/** Counters and a clock of its own for each test. */
async function fresh(): Promise<IdentityContext> {
  base = await testContext(test.databaseAs('web'));
  return identityContext(base);
}

const visitor = { remoteIp: '203.0.113.9', userAgent: 'Firefox' };

const actionsOf = async (subjectId: string) =>
  (await test.database.prisma.auditEntry.findMany({ where: { subjectId } })).map(({ action }) => action).sort();
/** The emails to somebody as they arrive. */
async function mailsTo(to: string) {
  const mails = await test.database.prisma.mail.findMany({ where: { to }, orderBy: { id: 'asc' } });
  return mails.map((mail) => ({ ...mail, text: readMailText(base.open, mail) }));
}

const isOpen = async (ctx: IdentityContext, sessionId: string) => (await readSession(ctx, sessionId)) !== undefined;

/** Sets up an authenticator app. Returns its secret and the recovery codes; the clock stands two steps later. */
async function enrolled(person: SignedIn) {
  const { secret } = await setUpSecondFactor(person);
  const { recoveryCodes } = await confirmSecondFactor(person, { code: codeOf(secret, person.clock.now()) });
  person.clock.advance(60);
  return { secret, recoveryCodes };
}

async function challengeOf(ctx: IdentityContext, who: { email: string; password: string }): Promise<string> {
  const answer = await signIn(ctx, { email: who.email, password: who.password }, visitor);
  if (answer.kind !== 'second_factor_needed') throw new Error('no second factor was asked for');
  return answer.challenge;
}

describe('signing in', () => {
  it('starts a session that knows the browser, and is audited', async () => {
    const ctx = await fresh();
    const { email, password } = await newPerson(ctx);
    const answer = await signIn(
      ctx,
      { email: ` ${email.toUpperCase()}`, password },
      { ...visitor, userAgent: 'x'.repeat(999) },
    );
    if (answer.kind !== 'signed_in') throw new Error(answer.kind);
    const person = await readSession(ctx, answer.sessionId);
    expect(person).toMatchObject({ email, name: 'Ann Otieno', authenticatedAt: ctx.clock.now() });
    const row = await test.database.prisma.session.findUniqueOrThrow({ where: { id: answer.sessionId } });
    expect(row).toMatchObject({ remoteIp: '203.0.113.9', userAgent: 'x'.repeat(300) });
    expect(await actionsOf(person?.userId ?? '')).toEqual(['user.created', 'user.signed_in', 'user.signed_in']);
  });

  it('with a wrong password and with an address of nobody is refused in the same words, and both leave a trace', async () => {
    const ctx = await fresh();
    const { email, person } = await newPerson(ctx);
    const nobody = `${uuidv7()}@shop.example`;
    const before = await test.database.prisma.auditEntry.count();
    const errors = [];
    for (const wrong of [
      { email, password: 'wrong password' },
      { email: nobody, password: 'wrong password' },
    ]) {
      errors.push(await signIn(ctx, wrong, visitor).catch(({ code, message, extras }) => ({ code, message, extras })));
    }
    expect(errors[0]).toEqual(errors[1]);
    expect(errors[0]).toMatchObject({ code: 'unauthenticated' });
    expect(await test.database.prisma.auditEntry.count()).toBe(before + 2);
    expect(await actionsOf(person.userId)).toContain('user.sign_in_refused');
    const entries = await test.database.prisma.auditEntry.findMany({ where: { action: 'user.sign_in_refused' } });
    expect(JSON.stringify(entries)).not.toMatch(/wrong password|@shop/);
  });

  it('is refused after ten wrong passwords for one address from one place, also with the right one, and says how long', async () => {
    const ctx = await fresh();
    const { email, password } = await newPerson(ctx);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const error = await signIn(ctx, { email, password: 'wrong password' }, visitor).catch((thrown) => thrown);
      expect(error.code).toBe('unauthenticated');
    }
    const error = await signIn(ctx, { email: email.toUpperCase(), password }, visitor).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'rate_limited', extras: { retryAfterSeconds: expect.any(Number) } });
    expect(error.message).toMatch(/try again in \d+ seconds/);
  });

  it('is refused after fifty wrong ones from one place, whoever they were for, and nowhere else', async () => {
    const ctx = await fresh();
    const { email, password } = await newPerson(ctx);
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      await signIn(ctx, { email: `no address ${attempt}`, password }, visitor).catch(() => {});
    }
    await expect(signIn(ctx, { email, password }, visitor)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await signIn(ctx, { email, password }, { remoteIp: '203.0.113.10' })).toMatchObject({ kind: 'signed_in' });
  });

  it('from places that are not known is counted for each address alone: none of them locks out the others', async () => {
    const ctx = await fresh();
    for (let attempt = 1; attempt <= 51; attempt += 1) {
      const error = await signIn(ctx, { email: `no address ${attempt}`, password: 'x' }, {}).catch((thrown) => thrown);
      expect(error.code).toBe('unauthenticated');
    }
  });

  it('as often as one likes with the right password is never throttled', async () => {
    const ctx = await fresh();
    const person = await newPerson(ctx);
    for (let time = 0; time < 12; time += 1) await signedIn(ctx, person);
  });
});

describe('a session', () => {
  it('ends after seven days without use, is prolonged by use, and ends after thirty days in any case', async () => {
    const ctx = await fresh();
    const { person } = await newPerson(ctx);
    const day = 24 * 3_600;
    for (let days = 6; days <= 24; days += 6) {
      ctx.clock.advance(6 * day);
      expect(await isOpen(ctx, person.sessionId)).toBe(true);
    }
    ctx.clock.advance(6 * day - 1);
    expect(await isOpen(ctx, person.sessionId)).toBe(true);
    ctx.clock.advance(1);
    expect(await isOpen(ctx, person.sessionId)).toBe(false);

    const idle = await newPerson(ctx);
    ctx.clock.advance(7 * day);
    expect(await isOpen(ctx, idle.person.sessionId)).toBe(false);
  });

  it('is nobody’s when it is no id, or was never there', async () => {
    const ctx = await fresh();
    for (const id of ['', 'x', uuidv7()]) expect(await readSession(ctx, id)).toBeUndefined();
  });

  it('can be ended by its person and by nobody else, and by whoever signs out', async () => {
    const ctx = await fresh();
    const [ann, bob] = [await newPerson(ctx), await newPerson(ctx)];
    for (const sessionId of [ann.person.sessionId, uuidv7(), 'x']) {
      await expect(revokeSession(bob, { sessionId })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await isOpen(ctx, ann.person.sessionId)).toBe(true);
    const second = await signedIn(ctx, ann);
    await revokeSession(ann, { sessionId: second });
    expect([await isOpen(ctx, second), await isOpen(ctx, ann.person.sessionId)]).toEqual([false, true]);
    await endSession(ctx, { sessionId: ann.person.sessionId });
    await endSession(ctx, { sessionId: ann.person.sessionId });
    expect(await isOpen(ctx, ann.person.sessionId)).toBe(false);
    expect((await actionsOf(ann.person.userId)).filter((action) => action === 'session.revoked')).toHaveLength(2);
  });

  it('is listed with its person’s others, and all others can be ended at once', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    ctx.clock.advance(60);
    const others = [await signedIn(ctx, ann), await signedIn(ctx, ann)];
    const listed = await listSessions(ann);
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({ sessionId: ann.person.sessionId, isCurrent: true });
    expect(await revokeOtherSessions(ann)).toEqual({ revoked: 2 });
    for (const sessionId of others) expect(await isOpen(ctx, sessionId)).toBe(false);
    expect(await listSessions(ann)).toMatchObject([{ sessionId: ann.person.sessionId }]);
  });
});

describe('an authenticator app', () => {
  it('counts only once a code of it was right, and then signing in needs one', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret, uri } = await setUpSecondFactor(ann);
    expect(uri).toContain(secret);
    await expect(confirmSecondFactor(ann, { code: '000000' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await signIn(ctx, ann, visitor)).toMatchObject({ kind: 'signed_in' });
    const { recoveryCodes } = await confirmSecondFactor(ann, { code: codeOf(secret, ctx.clock.now()) });
    expect(recoveryCodes).toHaveLength(10);
    expect(await signIn(ctx, ann, visitor)).toMatchObject({ kind: 'second_factor_needed' });
    expect(await getAccount(ann)).toMatchObject({ secondFactor: { recoveryCodesLeft: 10 } });
    await expect(setUpSecondFactor(ann)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await mailsTo(ann.email)).map(({ subject }) => subject)).toEqual([
      'Signing in to Tillgate now needs your authenticator app',
    ]);
  });

  it('leaves neither its secret nor a recovery code in the database', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret, recoveryCodes } = await enrolled(ann);
    const rows = [
      await test.database.prisma.secondFactor.findMany(),
      await test.database.prisma.recoveryCode.findMany(),
      await test.database.prisma.auditEntry.findMany(),
      await test.database.prisma.mail.findMany(),
    ];
    const dump = JSON.stringify(rows);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(dump).not.toContain(text);
    }
  });

  it('gives codes that are good once, also when two come at the same moment', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    const code = codeOf(secret, ctx.clock.now());
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(ctx, ann)));
    const answers = await Promise.allSettled(
      challenges.map((challenge) => answerChallenge(ctx, { challenge, code }, visitor)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { code: 'unauthenticated' } });
    // The step before is no way round: time goes on only.
    const before = codeOf(secret, new Date(ctx.clock.now().getTime() - 30_000));
    const challenge = challenges[0] ?? '';
    await expect(answerChallenge(ctx, { challenge, code: before }, visitor)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await actionsOf(ann.person.userId)).toContain('user.sign_in_refused');
  });

  it('that is lost is replaced by a recovery code, each good once, however it is typed', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { recoveryCodes } = await enrolled(ann);
    const code = ` ${recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ')}`;
    const challenge = await challengeOf(ctx, ann);
    const answers = await Promise.allSettled([1, 2].map(() => answerChallenge(ctx, { challenge, code }, visitor)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getAccount(ann)).toMatchObject({ secondFactor: { recoveryCodesLeft: 9 } });
    const { recoveryCodes: renewed } = await renewRecoveryCodes(ann);
    await expect(answerChallenge(ctx, { challenge, code: recoveryCodes[1] ?? '' }, visitor)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await answerChallenge(ctx, { challenge, code: renewed[1] ?? '' }, visitor)).toMatchObject({
      kind: 'signed_in',
    });
  });

  it('cannot be guessed: five wrong codes, then a wait', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const challenge = await challengeOf(ctx, ann);
      await expect(answerChallenge(ctx, { challenge, code: '123 45' }, visitor)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
    const challenge = await challengeOf(ctx, ann);
    const code = codeOf(secret, ctx.clock.now());
    await expect(answerChallenge(ctx, { challenge, code }, visitor)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is asked about for five minutes, and not after the password has changed', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    const late = await challengeOf(ctx, ann);
    ctx.clock.advance(300);
    const answer = (challenge: string) =>
      answerChallenge(ctx, { challenge, code: codeOf(secret, ctx.clock.now()) }, visitor);
    await expect(answer(late)).rejects.toMatchObject({ code: 'not_found' });
    await expect(answer('v1.AAAA')).rejects.toMatchObject({ code: 'not_found' });
    const challenge = await challengeOf(ctx, ann);
    await changePassword(ann, { currentPassword: ann.password, newPassword: 'another mango lori samaki' });
    await expect(answer(challenge)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('whose key is gone fits no code at all, not even that of an empty secret; recovery codes still do', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret, recoveryCodes } = await enrolled(ann);
    const other = { ...ctx, totpVault: identityContext(base).totpVault };
    const challenge = await challengeOf(other, ann);
    for (const code of [codeOf(secret, ctx.clock.now()), codeOf('', ctx.clock.now())]) {
      await expect(answerChallenge(other, { challenge, code }, visitor)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
    expect(await answerChallenge(other, { challenge, code: recoveryCodes[0] ?? '' }, visitor)).toMatchObject({
      kind: 'signed_in',
    });
  });

  it('outlives another NEXTAUTH_SECRET', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    const vaultKeys = generateVaultKey();
    const { userId } = ann.person;
    const sealed = createTotpVault(vaultKeys, undefined).seal(secret, userId);
    await test.database.prisma.secondFactor.update({ where: { userId }, data: { secret: sealed } });
    const options = { vaultKeys, dashboardUrl: 'https://dash.example', limits: { kind: 'memory' as const } };
    for (const processSecret of ['a secret of the process, 32 or more', 'another secret, of 32 or more letters']) {
      const own = { ...ctx, ...createIdentity({ ...options, secret: processSecret }) };
      const challenge = await challengeOf(own, ann);
      const code = codeOf(secret, ctx.clock.now());
      expect(await answerChallenge(own, { challenge, code }, visitor)).toMatchObject({ kind: 'signed_in' });
      ctx.clock.advance(60);
    }
  });

  it('of before there were vault keys is read with NEXTAUTH_SECRET, and sealed anew with its next use', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    const { userId } = ann.person;
    const former = createVault('a secret of the test process, 32+', 'totp').seal(secret);
    await test.database.prisma.secondFactor.update({ where: { userId }, data: { secret: former } });
    const challenge = await challengeOf(ctx, ann);
    const sealed = async () =>
      (await test.database.prisma.secondFactor.findUniqueOrThrow({ where: { userId } })).secret;
    await expect(answerChallenge(ctx, { challenge, code: '000000' }, visitor)).rejects.toMatchObject({});
    expect(await sealed()).toBe(former);
    const code = codeOf(secret, ctx.clock.now());
    expect(await answerChallenge(ctx, { challenge, code }, visitor)).toMatchObject({ kind: 'signed_in' });
    expect(ctx.totpVault.isCurrent(await sealed())).toBe(true);
    await expect(answerChallenge(ctx, { challenge, code }, visitor)).rejects.toMatchObject({ code: 'unauthenticated' });
    ctx.clock.advance(60);
    const next = { challenge: await challengeOf(ctx, ann), code: codeOf(secret, ctx.clock.now()) };
    expect(await answerChallenge(ctx, next, visitor)).toMatchObject({ kind: 'signed_in' });
  });

  it('of somebody else, moved into the row of a person, fits no code', async () => {
    const ctx = await fresh();
    const [ann, thief] = [await newPerson(ctx), await newPerson(ctx)];
    await enrolled(ann);
    const { secret } = await enrolled(thief);
    const { secret: sealed } = await test.database.prisma.secondFactor.findUniqueOrThrow({
      where: { userId: thief.person.userId },
    });
    await test.database.prisma.secondFactor.update({
      where: { userId: ann.person.userId },
      data: { secret: sealed, lastTimeStep: null },
    });
    const code = codeOf(secret, ctx.clock.now());
    await expect(answerChallenge(ctx, { challenge: await challengeOf(ctx, ann), code }, visitor)).rejects.toMatchObject(
      { code: 'unauthenticated' },
    );
  });

  it('can be removed by its person, who is told, and by an operator, who signs them out', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    await expect(disableSecondFactor(ann)).rejects.toMatchObject({ code: 'forbidden' });
    await enrolled(ann);
    await disableSecondFactor(ann);
    expect((await mailsTo(ann.email)).at(-1)).toMatchObject({
      subject: 'Signing in to Tillgate no longer needs a code',
    });
    expect(await signIn(ctx, ann, visitor)).toMatchObject({ kind: 'signed_in' });
    await expect(resetSecondFactor(ctx, { email: ann.email })).rejects.toMatchObject({ code: 'invalid_input' });
    await enrolled(ann);
    await resetSecondFactor(ctx, { email: ann.email.toUpperCase() });
    expect(await isOpen(ctx, ann.person.sessionId)).toBe(false);
    expect(await signIn(ctx, ann, visitor)).toMatchObject({ kind: 'signed_in' });
    await expect(resetSecondFactor(ctx, { email: 'nobody@x.example' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('proving again who one is', () => {
  it('takes the password, and notes when', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    ctx.clock.advance(3_600);
    await expect(reauthenticate(ann, { password: 'wrong password' })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'password' }] },
    });
    await reauthenticate(ann, { password: ann.password });
    expect(await readSession(ctx, ann.person.sessionId)).toMatchObject({ authenticatedAt: ctx.clock.now() });
  });

  it('takes a code and no password once there is an authenticator app', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    await expect(reauthenticate(ann, { password: ann.password })).rejects.toMatchObject({
      extras: { issues: [{ path: 'code' }] },
    });
    await reauthenticate(ann, { code: codeOf(secret, ctx.clock.now()) });
  });

  it('is throttled, and does nothing for a session that has ended', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    await endSession(ctx, ann.person);
    await expect(reauthenticate(ann, { password: ann.password })).rejects.toMatchObject({ code: 'unauthenticated' });
    for (let attempt = 2; attempt <= 5; attempt += 1) await reauthenticate(ann, { password: 'no' }).catch(() => {});
    await expect(reauthenticate(ann, { password: ann.password })).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

const tokenIn = (text = '') => /token=([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? '';

describe('a password that is forgotten', () => {
  it('is asked for in vain by strangers, with the same answer', async () => {
    const ctx = await fresh();
    const nobody = `${uuidv7()}@shop.example`;
    await expect(requestPasswordReset(ctx, { email: nobody }, visitor)).resolves.toBeUndefined();
    expect(await mailsTo(nobody)).toEqual([]);
    await expect(requestPasswordReset(ctx, { email: 'no address' }, visitor)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is replaced once through the link in the mail: sessions end, a second factor stands, the person is told', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    await enrolled(ann);
    await requestPasswordReset(ctx, { email: ann.email }, visitor);
    await requestPasswordReset(ctx, { email: ann.email }, visitor);
    const [, first, second] = await mailsTo(ann.email);
    expect(first).toMatchObject({
      hasSecret: true,
      text: expect.stringContaining('https://dash.example/reset-password?'),
    });
    const token = tokenIn(first?.text);
    expect((await findReset(ctx, token))?.waysIn).toEqual([expect.objectContaining({ kind: 'authenticator' })]);
    await expect(resetPassword(ctx, { token, password: 'short' })).rejects.toMatchObject({ code: 'invalid_input' });
    const attempts = await Promise.allSettled(
      ['first mango lori samaki', 'second mango lori samaki'].map((password) =>
        resetPassword(ctx, { token, password }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const used of [token, tokenIn(second?.text), 'x'.repeat(43), '']) {
      expect(await findReset(ctx, used)).toBeUndefined();
      await expect(resetPassword(ctx, { token: used, password: 'third new password' })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(await isOpen(ctx, ann.person.sessionId)).toBe(false);
    const password = attempts[0]?.status === 'fulfilled' ? 'first mango lori samaki' : 'second mango lori samaki';
    expect(await signIn(ctx, { email: ann.email, password }, visitor)).toMatchObject({ kind: 'second_factor_needed' });
    await expect(signIn(ctx, ann, visitor)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await mailsTo(ann.email)).at(-1)).toMatchObject({ subject: 'Your Tillgate password was changed' });
  });

  it('cannot be replaced after an hour', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    await requestPasswordReset(ctx, { email: ann.email }, visitor);
    const token = tokenIn((await mailsTo(ann.email))[0]?.text);
    ctx.clock.advance(3_600);
    await expect(resetPassword(ctx, { token, password: 'a new mango lori samaki' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is asked for three times an hour', async () => {
    const ctx = await fresh();
    const { email } = await newPerson(ctx);
    for (let time = 1; time <= 3; time += 1) await requestPasswordReset(ctx, { email }, visitor);
    await expect(requestPasswordReset(ctx, { email }, visitor)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await mailsTo(email)).toHaveLength(3);
  });
});

describe('a password that is known', () => {
  it('is changed by who knows it; the other browsers are signed out', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const other = await signedIn(ctx, ann);
    const newPassword = 'another mango lori samaki';
    await expect(changePassword(ann, { currentPassword: 'wrong', newPassword })).rejects.toMatchObject({
      extras: { issues: [{ path: 'currentPassword' }] },
    });
    await changePassword(ann, { currentPassword: ann.password, newPassword });
    expect([await isOpen(ctx, other), await isOpen(ctx, ann.person.sessionId)]).toEqual([false, true]);
    await signedIn(ctx, { email: ann.email, password: newPassword });
  });

  it('is changed by one of two at once', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const changes = await Promise.allSettled(
      ['one mango lori samaki', 'two mango lori samaki'].map((newPassword) =>
        changePassword(ann, { currentPassword: ann.password, newPassword }),
      ),
    );
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('signing in through an identity provider', () => {
  const issuer = 'https://id.example';
  const claims = (email: string, subject: string) => ({ issuer, subject, email, emailVerified: true });

  it('knows a user by a verified address, then by subject whatever the address; the person is told once', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const subject = uuidv7();
    await expect(
      signInExternally(ctx, { ...claims(ann.email, subject), emailVerified: undefined }, visitor),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await signInExternally(ctx, claims(ann.email, subject), visitor)).toMatchObject({ kind: 'signed_in' });
    const again = await signInExternally(ctx, claims('other@elsewhere.example', subject), visitor);
    const person = await readSession(ctx, again.kind === 'signed_in' ? again.sessionId : '');
    expect(person?.userId).toBe(ann.person.userId);
    expect(await mailsTo(ann.email)).toMatchObject([{ subject: 'A new way to sign in to Tillgate' }]);
    expect(await getAccount(ann)).toMatchObject({ issuers: [issuer] });
  });

  it('never passes by a second factor, and is tied to the account only after it', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await enrolled(ann);
    const answer = await signInExternally(ctx, claims(ann.email, uuidv7()), visitor);
    if (answer.kind !== 'second_factor_needed') throw new Error(answer.kind);
    expect(await getAccount(ann)).toMatchObject({ issuers: [] });
    const code = codeOf(secret, ctx.clock.now());
    expect(await answerChallenge(ctx, { challenge: answer.challenge, code }, visitor)).toMatchObject({
      kind: 'signed_in',
    });
    expect(await getAccount(ann)).toMatchObject({ issuers: [issuer] });
  });

  it('makes nobody out of strangers', async () => {
    const ctx = await fresh();
    const email = `${uuidv7()}@shop.example`;
    await expect(signInExternally(ctx, claims(email, uuidv7()), visitor)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await test.database.prisma.user.count({ where: { email } })).toBe(0);
  });

  it('leaves people without a password out of sign-in and re-authentication by password', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    await test.database.prisma.user.update({ where: { id: ann.person.userId }, data: { passwordHash: null } });
    await expect(signIn(ctx, ann, visitor)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(reauthenticate(ann, { password: '' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await getAccount(ann)).toMatchObject({ hasPassword: false });
  });
});

it('a person can be renamed by themselves', async () => {
  const ctx = await fresh();
  const ann = await newPerson(ctx);
  await renameUser(ann, { name: ' Ann  Wanjiru ' });
  expect(await getAccount(ann)).toMatchObject({ name: 'Ann  Wanjiru' });
  await expect(renameUser(ann, { name: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
  const { userId } = await createUser(ctx, { email: `${uuidv7()}@shop.example`, password: 'long enough' });
  expect(asPerson(ctx, { userId, sessionId: 'x' }).actor).toBe(`user:${userId}`);
});
